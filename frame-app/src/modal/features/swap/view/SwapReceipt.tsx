/** The swap as it is signed: what leaves, the least that arrives, balances before and after, fees. */

import { useAtomValue } from 'jotai'
import { floorToDecimals, withoutZeros } from '../../../../shared/format/amount.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { hostOriginAtom } from '../../../core/options.ts'
import { FailureNote } from '../../../kit/figures/FailureNote.tsx'
import shared from '../../../kit/figures/figures.module.css'
import { useFigures } from '../../../kit/figures/use-figures.ts'
import { useWorth } from '../../../kit/figures/use-worth.ts'
import { GatewayImage } from '../../../kit/images/GatewayImage.tsx'
import { pictureId } from '../../../kit/picture-id.ts'
import { go } from '../../../session/navigate.ts'
import { isUnderWay } from '../../submit/form.ts'
import { Outcome } from '../../submit/view/Outcome.tsx'
import {
  isRepeatedSwapAtom,
  type SwapChoice,
  type SwapDraft,
  type SwapReview,
  swapFactsAtom,
  swappingAtom,
} from '../state/swap.ts'
import { isCurrency, type SwapForm } from '../state/swap-form.ts'
import { confirmSwap } from '../swap-confirm.ts'
import { ImpactNotice } from './ImpactNotice.tsx'
import styles from './Swap.module.css'
import { CostFacts, Minimum, Spender } from './SwapDetails.tsx'

interface ReceiptProps {
  draft: SwapDraft
  form: SwapForm
  review: Extract<SwapReview, { status: 'ready' }>
  wallet: string
}

export function SwapReceipt({ draft, form, review, wallet }: ReceiptProps) {
  const context = useModal()
  const t = useAllMessages()
  const swapping = useAtomValue(swappingAtom)
  const isRepeat = useAtomValue(isRepeatedSwapAtom)
  const origin = useAtomValue(hostOriginAtom)
  const figures = useFigures(form.decimals.from ?? 0)
  const { quote, allowance, simulation } = review
  const isBusy = isUnderWay(swapping)
  const press = () => {
    if (isRepeat) return t('swapReview.swapAgain')
    if (allowance && simulation.status !== 'fails') return t('swapReview.batch.swap')
    return t(simulation.status === 'fails' ? 'swapReview.swapAnyway' : 'swapReview.swap')
  }
  return (
    <>
      <div className={styles.view}>
        {review.isChanged && (
          <Notice tone="caution">
            <span role="alert">{t('swapReview.changed')}</span>
          </Notice>
        )}
        {/* Before the lines, because the button is in sight without scrolling. */}
        <ImpactNotice quote={quote} />
        {simulation.status === 'fails' && <FailureNote of="swapReview" reason={simulation.reason} />}
        {isRepeat && (
          <Notice tone="negative">
            <span>{t('swapReview.repeat')}</span>
          </Notice>
        )}
        <div className={styles.sides}>
          <SideLine
            name={t('swapReview.pays')}
            token={draft.from}
            units={quote.amount}
            decimals={form.decimals.from}
            networkId={form.network.id}
          />
          <SideLine
            name={t('swapReview.receives')}
            token={draft.to}
            units={quote.received}
            decimals={form.decimals.to}
            networkId={form.network.id}
          />
        </div>
        {allowance && (
          <>
            <p className={styles.careful}>{t('swapReview.batch.text')}</p>
            <FactList>
              <Fact name={t('swapReview.batch.allows')}>
                <bdi>
                  {t('swapReview.allow.exact', { amount: figures(quote.amount), symbol: draft.from?.symbol ?? '' })}
                </bdi>
              </Fact>
              <Spender quote={quote} address={allowance.spender} />
            </FactList>
          </>
        )}
        <FactList>
          <Balances draft={draft} review={review} />
          <Minimum draft={draft} form={form} quote={quote} />
          <CostFacts form={form} quote={quote} fee={review.fee} />
          <Fact name={t('swap.slippage')}>{`${quote.slippageBps / 100}%`}</Fact>
          <Fact name={t('sendReview.network')}>{form.network.name}</Fact>
          <Fact name={t('sendReview.startedBy')}>{draft.isFromPage ? origin : t('sendReview.startedBy.you')}</Fact>
        </FactList>
        <p className={styles.careful}>{t('swapReview.careful')}</p>
      </div>
      <ViewFooter>
        {swapping.status === 'confirming' ? (
          <p role="status" className={styles.careful}>
            {t(swapping.isSlow ? 'swapReview.batch.confirming.slow' : 'swapReview.batch.confirming', { wallet })}
          </p>
        ) : (
          <Outcome of="swapReview" asking={swapping} wallet={wallet} />
        )}
        <div className={shared.actions}>
          <Button onClick={() => go.back(context)}>{t('swapReview.cancel')}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            data-focus-key="swap"
            onClick={() => context.scope.run(confirmSwap(context))}
          >
            {press()}
          </Button>
        </div>
      </ViewFooter>
    </>
  )
}

interface SideLineProps {
  name: string
  token: SwapChoice | undefined
  units: bigint
  decimals: number | undefined
  networkId: string
}

function SideLine({ name, token, units, decimals, networkId }: SideLineProps) {
  const figures = useFigures(decimals ?? 0)
  const worth = useWorth(decimals ?? 0, token?.price)
  if (!token || decimals === undefined) return null
  return (
    <p className={styles.side}>
      <span className={styles.sideName}>{name}</span>
      <span className={styles.sideAmount}>
        <bdi>{`${figures(units)} ${token.symbol}`}</bdi>
        {worth(units) !== undefined && <span className={styles.meta}>{worth(units)}</span>}
      </span>
      <GatewayImage
        path={token.icon}
        id={pictureId(networkId, isCurrency(token) ? undefined : token.address)}
        name={token.symbol}
        size={32}
      />
    </p>
  )
}

/** For balances, which need not be shown to the last digit. */
const places = 6

/** Balances before and after, without the network fee, which has a line of its own. */
function Balances({ draft, review: { quote } }: Pick<ReceiptProps, 'draft' | 'review'>) {
  const t = useAllMessages()
  const facts = useAtomValue(swapFactsAtom)
  const { formats } = useLanguage()
  const cut = (units: bigint, decimals: number) =>
    formats.decimal(withoutZeros(floorToDecimals(units, decimals, Math.min(places, decimals))))
  if (facts.status !== 'ready' || !facts.to) return null
  const { from, to } = facts
  return (
    <>
      <Fact name={t('swapReview.balance', { symbol: draft.from?.symbol ?? '' })}>
        {t('swapReview.balance.change', {
          before: cut(from.balance, from.decimals),
          after: cut(from.balance > quote.amount ? from.balance - quote.amount : 0n, from.decimals),
        })}
      </Fact>
      <Fact name={t('swapReview.balance', { symbol: draft.to?.symbol ?? '' })}>
        {t('swapReview.balance.least', {
          before: cut(to.balance, to.decimals),
          after: cut(to.balance + quote.minimum, to.decimals),
        })}
      </Fact>
    </>
  )
}
