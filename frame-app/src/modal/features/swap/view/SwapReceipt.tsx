/** The swap as it is signed: what leaves, the least that arrives, balances before and after, fees. */

import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { useFigures, useWorth } from '../../../kit/figures/use-figures.ts'
import { toBalance } from '../../submit/AmountWell.tsx'
import { Careful, OriginFacts, Review, Warnings } from '../../submit/Review.tsx'
import { TokenPicture } from '../../submit/TokenPicker.tsx'
import { isRepeatedSwapAtom, type SwapDraft, type SwapReview, swapFactsAtom, swappingAtom } from '../state/swap.ts'
import type { SwapForm } from '../state/swap-form.ts'
import { confirmSwap } from '../swap-confirm.ts'
import styles from './Swap.module.css'
import { CostFacts, ImpactNotice, Minimum, Spender } from './SwapDetails.tsx'

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
  const figures = useFigures(form.decimals.from ?? 0)
  const { quote, allowance, simulation } = review
  const press = () => {
    if (isRepeat) return t('swapReview.swapAgain')
    if (allowance && simulation.status !== 'fails') return t('swapReview.batch.swap')
    return t(simulation.status === 'fails' ? 'swapReview.swapAnyway' : 'swapReview.swap')
  }
  return (
    <Review
      of="swapReview"
      progress={swapping}
      wallet={wallet}
      confirming="swapReview.batch"
      action={press()}
      focusKey="swap"
      onPress={() => context.scope.run(confirmSwap(context))}
    >
      <Warnings of="swapReview" isChanged={review.isChanged} isRepeat={isRepeat} simulation={simulation}>
        <ImpactNotice quote={quote} />
      </Warnings>
      <div className={styles.sides}>
        <SideLine name={t('swapReview.pays')} side="from" draft={draft} form={form} units={quote.amount} />
        <SideLine name={t('swapReview.receives')} side="to" draft={draft} form={form} units={quote.received} />
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
        <OriginFacts network={form.network} isFromPage={draft.isFromPage} />
      </FactList>
      <Careful of="swapReview" />
    </Review>
  )
}

interface SideLineProps extends Pick<ReceiptProps, 'draft' | 'form'> {
  name: string
  side: 'from' | 'to'
  units: bigint
}

function SideLine({ name, side, draft, form, units }: SideLineProps) {
  const [token, decimals] = [draft[side], form.decimals[side]]
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
      <TokenPicture token={token} networkId={form.network.id} size={32} />
    </p>
  )
}

/** Balances before and after, without the network fee, which has a line of its own. */
function Balances({ draft, review: { quote } }: Pick<ReceiptProps, 'draft' | 'review'>) {
  const t = useAllMessages()
  const facts = useAtomValue(swapFactsAtom)
  const { formats } = useLanguage()
  const cut = (units: bigint, decimals: number) => formats.decimal(toBalance(units, decimals))
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
