/** The two sides of a swap: an amount, its token, its value in money, and the account's balance. */
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { floorToDecimals, toExactDecimals, withoutZeros } from '../../../../shared/format/amount.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { LoadingBalance } from '../../../kit/figures/LoadingBalance.tsx'
import { useFees } from '../../../kit/figures/use-figures.ts'
import { useWorth } from '../../../kit/figures/use-worth.ts'
import { GatewayImage } from '../../../kit/images/GatewayImage.tsx'
import { pictureId } from '../../../kit/picture-id.ts'
import { go } from '../../../session/navigate.ts'
import { track } from '../../../session/notify.ts'
import { type Side, type SwapChoice, type SwapDraft, type SwapQuote, swapFactsAtom } from '../state/swap.ts'
import { isCurrency, type SwapForm } from '../state/swap-form.ts'
import { type SwapSide, takeMostToSwap, typeSwapAmount } from '../swap.ts'
import styles from './Swap.module.css'

/** For received amounts, and for balances. */
const places = 6

interface SideProps {
  draft: SwapDraft
  form: SwapForm
  isBusy: boolean
}

export function Given({ draft, form, isBusy }: SideProps) {
  const context = useModal()
  const t = useAllMessages()
  const facts = useAtomValue(swapFactsAtom)
  const { amount, decimals } = form
  const worth = useWorth(decimals.from ?? 0, draft.from?.price)
  const value = amount && 'value' in amount ? amount.value : undefined
  const canTakeMost =
    draft.from !== undefined && (!isCurrency(draft.from) || facts.status !== 'ready' || facts.gasPrice)
  return (
    <div className={styles.well}>
      <TextField
        className={styles.field}
        label={t('swap.from')}
        value={form.text}
        onChange={(text) => typeSwapAmount(context, text)}
        hint={useMostHint(draft, form)}
        error={useProblem(draft, form)}
        readOnly={isBusy}
        inputMode="decimal"
        enterKeyHint="next"
        placeholder="0"
        dir="ltr"
        maxLength={120}
        autoFocus
        data-autofocus=""
        end={<TokenChip side="from" token={draft.from} form={form} isBusy={isBusy} />}
      />
      <Line token={draft.from} side={facts.status === 'ready' ? facts.from : undefined}>
        {value !== undefined && decimals.from !== undefined && worth(value)}
        {canTakeMost && (
          <Button size="compact" variant="quiet" onClick={() => takeMostToSwap(context)}>
            {t('send.max')}
          </Button>
        )}
      </Line>
    </div>
  )
}

interface ReceivedProps extends SideProps {
  quote: SwapQuote | undefined
  isLoading: boolean
}

export function Received({ draft, form, quote, isBusy, isLoading }: ReceivedProps) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const facts = useAtomValue(swapFactsAtom)
  const decimals = form.decimals.to
  const worth = useWorth(decimals ?? 0, draft.to?.price)
  const shown =
    quote && decimals !== undefined
      ? formats.decimal(
          cut(toExactDecimals(quote.received, decimals), floorToDecimals(quote.received, decimals, places)),
        )
      : ''
  return (
    <div className={styles.well} aria-busy={isLoading || undefined} data-old={isLoading || undefined}>
      <TextField
        className={styles.field}
        label={t('swap.to')}
        value={shown}
        onChange={() => {}}
        readOnly
        placeholder={isLoading ? '…' : '0'}
        dir="ltr"
        end={<TokenChip side="to" token={draft.to} form={form} isBusy={isBusy} />}
      />
      <Line token={draft.to} side={facts.status === 'ready' ? facts.to : undefined}>
        {quote && decimals !== undefined && worth(quote.received)}
      </Line>
    </div>
  )
}

/** Six places, or all of them if six would show only zeros. */
const cut = (exact: string, floored: string): string => (/[1-9]/.test(floored) ? withoutZeros(floored) : exact)

function TokenChip({
  side,
  token,
  form,
  isBusy,
}: {
  side: SwapSide
  token: SwapChoice | undefined
  form: SwapForm
  isBusy: boolean
}) {
  const context = useModal()
  const t = useAllMessages()
  return (
    <span className={styles.end}>
      <Chip
        chevron
        disabled={isBusy}
        aria-label={token ? t(`swap.token.${side}`, { symbol: token.symbol }) : t('swap.token.none')}
        data-focus-key={`token-${side}`}
        start={
          token && (
            <GatewayImage
              path={token.icon}
              id={pictureId(form.network.id, isCurrency(token) ? undefined : token.address)}
              name={token.symbol}
              size={20}
            />
          )
        }
        onClick={() => {
          track(context, 'CLICK_SELECT_TOKEN_TO_SWAP')
          go.push(context, { view: 'SwapSelectToken', side })
        }}
      >
        <bdi>{token ? token.symbol : t('swap.token.none')}</bdi>
      </Chip>
    </span>
  )
}

/** A line with the balance at its start. */
function Line({
  token,
  side,
  children,
}: {
  token: SwapChoice | undefined
  side: Side | undefined
  children: ReactNode
}) {
  return (
    <div className={styles.line}>
      <Balance token={token} side={side} />
      <span className={styles.lineEnd}>{children}</span>
    </div>
  )
}

function Balance({ token, side }: { token: SwapChoice | undefined; side: Side | undefined }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const facts = useAtomValue(swapFactsAtom)
  if (!token) return <span />
  if (facts.status === 'failed') return <span>{t('send.balance.failed')}</span>
  if (!side) return <LoadingBalance />
  const amount = formats.decimal(
    withoutZeros(floorToDecimals(side.balance, side.decimals, Math.min(places, side.decimals))),
  )
  return <span>{t('send.balance', { amount, symbol: token.symbol })}</span>
}

/** What stays in the account when "all of it" is swapped. */
function useMostHint({ isMax }: SwapDraft, { network, kept }: SwapForm): string | undefined {
  const t = useAllMessages()
  const fees = useFees(network.currency.decimals)
  if (!isMax) return undefined
  return kept === undefined
    ? t('send.max.free')
    : t('swap.max.note', { fee: `${fees(kept)} ${network.currency.symbol}` })
}

function useProblem({ from }: SwapDraft, { amount, decimals }: SwapForm): string | undefined {
  const t = useAllMessages()
  if (!amount || !('problem' in amount) || amount.problem === 'empty' || decimals.from === undefined) return undefined
  return t(`receive.amount.${amount.problem}`, { symbol: from?.symbol ?? '', decimals: decimals.from })
}
