import type { Leg } from '@airlock/protocol/gateway/convert.ts'
import { useState } from 'react'
import type { Address } from 'viem'
import type { Cost } from '../../../../shared/chains/sending.ts'
import { toExactDecimals } from '../../../../shared/format/amount.ts'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { Disclosure } from '../../../../shared/ui/disclosure/Disclosure.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton/Skeleton.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { useFees, useFigures } from '../../../kit/use-figures.ts'
import type { SwapDraft, SwapQuote } from '../state/swap.ts'
import type { SwapForm } from '../state/swap-form.ts'
import { impactToneOf, readSlippage, slippageChoices, toPercent, usualSlippage } from '../state/swap-rules.ts'
import { setSlippage } from '../swap.ts'
import styles from './Swap.module.css'

interface DetailsProps {
  draft: SwapDraft
  form: SwapForm
  quote: SwapQuote
}

interface SwapDetailsProps extends Omit<DetailsProps, 'quote'> {
  quote: SwapQuote | undefined
  isLoading: boolean
}

/** Without a quote its lines stay, so that nothing moves, and what is open below them stays open. */
export function SwapDetails({ draft, form, quote, isLoading }: SwapDetailsProps) {
  const t = useAllMessages()
  return (
    <section aria-label={t('swap.details')} aria-busy={isLoading || undefined} className={styles.details}>
      <FactList>
        <Fact name={t('swap.rate')}>
          {quote ? (
            <span className={styles.rate}>
              <Rate draft={draft} form={form} quote={quote} />
              <QuoteAge at={quote.at} />
            </span>
          ) : (
            <Missing isLoading={isLoading} />
          )}
        </Fact>
        {quote ? (
          <Minimum draft={draft} form={form} quote={quote} />
        ) : (
          <Fact name={t('swap.minimum')}>
            <Missing isLoading={isLoading} />
          </Fact>
        )}
      </FactList>
      <Disclosure summary={t('swap.more')}>
        <FactList>
          {quote ? (
            <CostFacts form={form} quote={quote} fee={form.fee} />
          ) : (
            costs.map((cost) => (
              <Fact key={cost} name={t(cost)}>
                <Missing isLoading={isLoading} />
              </Fact>
            ))
          )}
        </FactList>
      </Disclosure>
      <Slippage bps={draft.slippageBps} />
    </section>
  )
}

const costs = ['swap.impact', 'swap.fee', 'swap.provider', 'swap.route'] as const

/** In the place of a value that the next quote brings. */
function Missing({ isLoading }: { isLoading: boolean }) {
  return <span className={styles.missing}>{isLoading ? <Skeleton shape="text" /> : '–'}</span>
}

/** The least to receive, to the last digit, because it is signed. */
export function Minimum({ draft, form, quote: { minimum } }: DetailsProps) {
  const t = useAllMessages()
  const figures = useFigures(form.decimals.to ?? 0)
  if (form.decimals.to === undefined) return null
  return (
    <Fact name={t('swap.minimum')}>
      <bdi>{`${figures(minimum)} ${draft.to?.symbol ?? ''}`}</bdi>
    </Fact>
  )
}

/** For the form and the review. @param fee `undefined` if not known, or known to the wallet only */
export function CostFacts({ form, quote, fee }: Omit<DetailsProps, 'draft'> & { fee: Cost | undefined }) {
  const t = useAllMessages()
  const { symbol, decimals } = form.network.currency
  const fees = useFees(decimals)
  const { impactBps, feeBps } = quote
  const impact = () => {
    if (impactBps === undefined) return t('swap.impact.unknown')
    return impactBps === 0 ? t('swap.impact.small', { percent: '0.01' }) : `${toPercent(impactBps)}%`
  }
  return (
    <>
      <Fact name={t('swap.impact')}>
        <span title={t('swap.impact.text')}>{impact()}</span>
      </Fact>
      <Fact name={t('swap.fee')}>
        {fee === undefined ? t('sendReview.fee.wallet') : t('swap.fee.about', { amount: fees(fee.expected), symbol })}
      </Fact>
      <Fact name={t('swap.provider')}>{feeBps === 0 ? t('swap.provider.none') : `${toPercent(feeBps)}%`}</Fact>
      {quote.route.length > 0 && <Fact name={t('swap.route')}>{routeOf(quote.route)}</Fact>}
    </>
  )
}

function Rate({ draft, form, quote }: DetailsProps) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const { from, to } = form.decimals
  if (from === undefined || to === undefined) return null
  // Units received for one whole unit, with six significant digits.
  const rate = (quote.received * 10n ** BigInt(from)) / quote.amount
  const amount = formats.decimal(toSignificant(toExactDecimals(rate, to)))
  return <bdi>{t('swap.rate.value', { from: draft.from?.symbol ?? '', amount, to: draft.to?.symbol ?? '' })}</bdi>
}

const significant = 6

/** `1234.56789` → `1234.56`, `0.000123456789` → `0.000123456`; nothing is rounded up. */
export function toSignificant(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const kept =
    whole === '0' ? fraction.slice(0, zeros + significant) : fraction.slice(0, Math.max(0, significant - whole.length))
  const trimmed = kept.replace(/0+$/, '')
  return trimmed === '' ? whole : `${whole}.${trimmed}`
}

/** Venues and the fees of their pools, in order. */
const routeOf = (route: readonly Leg[]): string =>
  route
    .map(({ kind, venue, feeMillionths }) => {
      const name = toDisplayText(venue ?? kind, { max: 24 })
      const version = kind === 'v2' || kind === 'v3' ? ` ${kind}` : ''
      return `${name}${version}${feeMillionths == null ? '' : ` ${feeMillionths / 10_000}%`}`
    })
    .join(' → ')

/** A ring that closes until the next quote, and starts again with each. */
function QuoteAge({ at }: { at: number }) {
  const t = useAllMessages()
  return (
    <svg key={at} className={styles.age} viewBox="0 0 16 16" role="img" aria-label={t('swap.age')}>
      <circle cx="8" cy="8" r="6" className={styles.ageTrack} />
      <circle cx="8" cy="8" r="6" className={styles.ageLine} pathLength="100" />
    </svg>
  )
}

/** The contract that may take the token: the name of its exchange, and its address. */
export function Spender({ quote, address }: { quote: SwapQuote; address: Address }) {
  const t = useAllMessages()
  return (
    <Fact name={t('swapReview.allow.spender')}>
      <bdi>{venueOf(quote)}</bdi>
      <span className={styles.address}>
        <DisplayAddress address={address} full />
      </span>
    </Fact>
  )
}

/** Named as by the gateway. */
export const venueOf = ({ route }: SwapQuote): string =>
  toDisplayText(route.find(({ venue }) => venue)?.venue ?? '', { max: 24, fallback: '?' })

/** Warns of a trade that is too large for its pools, and of a token that keeps a part of each transfer. */
export function ImpactNotice({ quote: { impactBps, isTaxed } }: { quote: SwapQuote }) {
  const t = useAllMessages()
  const tone = impactToneOf(impactBps)
  return (
    <>
      {tone && impactBps !== undefined && (
        <Notice tone={tone}>{t(`swap.impact.${tone}`, { percent: toPercent(impactBps) })}</Notice>
      )}
      {isTaxed && <Notice tone="caution">{t('swap.taxed')}</Notice>}
    </>
  )
}

/** How much less than shown the user accepts: a few usual values, or a custom one. */
function Slippage({ bps }: { bps: number }) {
  const context = useModal()
  const t = useAllMessages()
  const isUsual = slippageChoices.some((choice) => choice === bps)
  const [typed, setTyped] = useState(isUsual ? '' : toPercent(bps))
  const isWrong = typed !== '' && readSlippage(typed) === undefined
  const type = (text: string) => {
    const cleaned = text
      .replaceAll(',', '.')
      .replaceAll(/[^\d.]/g, '')
      .slice(0, 5)
    setTyped(cleaned)
    const read = readSlippage(cleaned)
    if (read !== undefined) setSlippage(context, read)
  }
  return (
    <Disclosure summary={<span>{t('swap.slippage.change', { percent: toPercent(bps) })}</span>}>
      <div className={styles.slippage}>
        <p className={styles.careful}>{t('swap.slippage.text')}</p>
        <fieldset className={styles.chips} aria-label={t('swap.slippage')}>
          {slippageChoices.map((choice) => (
            <Chip
              key={choice}
              pressed={choice === bps}
              onClick={() => {
                setTyped('')
                setSlippage(context, choice)
              }}
            >
              {`${toPercent(choice)}%`}
            </Chip>
          ))}
        </fieldset>
        <TextField
          label={t('swap.slippage.own')}
          value={typed}
          onChange={type}
          error={isWrong ? t('swap.slippage.wrong') : undefined}
          inputMode="decimal"
          dir="ltr"
          placeholder={toPercent(bps)}
        />
        {bps > usualSlippage.most && <Notice tone="negative">{t('swap.slippage.high')}</Notice>}
        {bps < usualSlippage.least && <Notice tone="caution">{t('swap.slippage.low')}</Notice>}
      </div>
    </Disclosure>
  )
}
