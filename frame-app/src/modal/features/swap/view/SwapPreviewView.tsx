/** The details of a swap, before the wallet is asked: a missing permission, then the swap as it is signed. */
import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { useFigures, useWorth } from '../../../kit/use-figures.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { isUnderWay } from '../../submit/form.ts'
import { toBalance } from '../../submit/view/AmountWell.tsx'
import { Careful, LoadingReview, OriginFacts, Review, Warnings } from '../../submit/view/Review.tsx'
import { TokenPicture } from '../../submit/view/TokenPicker.tsx'
import {
  isRepeatedSwapAtom,
  isUnlimitedAtom,
  type SwapDraft,
  type SwapReview,
  swapDraftAtom,
  swapFactsAtom,
  swappingAtom,
  swapReviewAtom,
} from '../state/swap.ts'
import { type SwapForm, swapFormAtom } from '../state/swap-form.ts'
import { watchSwap } from '../swap.ts'
import { approveSwap } from '../swap-approve.ts'
import { confirmSwap } from '../swap-confirm.ts'
import { reviewSwapAgain, watchReview } from '../swap-review.ts'
import styles from './Swap.module.css'
import { CostFacts, ImpactNotice, Minimum, Spender, venueOf } from './SwapDetails.tsx'

export function SwapPreviewView() {
  const context = useModal()
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  const draft = useAtomValue(swapDraftAtom)
  const form = useAtomValue(swapFormAtom)
  const review = useAtomValue(swapReviewAtom)
  useEffect(() => watchSwap(context, { isReview: true }), [context])
  useEffect(() => watchReview(context), [context])
  if (!connection) return <NotConnected />
  // Already sent: the account is shown next.
  if (!draft || !form) return null
  const shown = { draft, form, wallet: connection.wallet.name }
  return (
    <SteadyView>
      {review.status === 'loading' && (
        <LoadingReview of="swapReview" lines={5} action={t('swapReview.swap')} focusKey="swap" />
      )}
      {review.status === 'failed' && (
        <EmptyState
          icon="warning"
          tone={review.why === 'moved' ? 'caution' : 'negative'}
          title={t(`swapReview.failed.${review.why}`)}
        >
          <Button variant="primary" onClick={() => context.scope.run(reviewSwapAgain(context))}>
            {t(review.why === 'network' ? 'common.tryAgain' : 'swapReview.failed.again')}
          </Button>
        </EmptyState>
      )}
      {review.status === 'allow' && <Allow {...shown} review={review} />}
      {review.status === 'ready' && <SwapReceipt {...shown} review={review} />}
    </SteadyView>
  )
}

interface AllowProps {
  draft: SwapDraft
  form: SwapForm
  review: Extract<SwapReview, { status: 'allow' }>
  wallet: string
}

/** The first of two steps: allows the router to take the token. */
function Allow({ draft, form, review: { quote, spender, allowed }, wallet }: AllowProps) {
  const context = useModal()
  const t = useAllMessages()
  const swapping = useAtomValue(swappingAtom)
  const [isUnlimited, setUnlimited] = useAtom(isUnlimitedAtom)
  const figures = useFigures(form.decimals.from ?? 0)
  const isBusy = isUnderWay(swapping)
  const symbol = draft.from?.symbol ?? ''
  const choice = (value: boolean, title: string, text: string) => (
    <label className={styles.choice}>
      <input
        className={styles.pick}
        type="radio"
        name="allowance"
        checked={isUnlimited === value}
        disabled={isBusy}
        onChange={() => setUnlimited(value)}
      />
      <span>
        <bdi>{title}</bdi>
        <span className={styles.meta}>{text}</span>
      </span>
    </label>
  )
  return (
    <Review
      of="swapReview"
      progress={swapping}
      wallet={wallet}
      action={t(isBusy ? 'swapReview.approving' : 'swapReview.approve')}
      focusKey="approve"
      onPress={() => context.scope.run(approveSwap(context))}
    >
      <p className={styles.step}>{t('swapReview.allow.step', { symbol })}</p>
      <p className={styles.careful}>{t('swapReview.allow.text', { spender: venueOf(quote), symbol })}</p>
      <FactList>
        <Spender quote={quote} address={spender} />
        <Fact name={t('swapReview.allow.now')}>
          <bdi>{`${figures(allowed)} ${symbol}`}</bdi>
        </Fact>
      </FactList>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{t('swapReview.allow.amount')}</legend>
        {choice(
          false,
          t('swapReview.allow.exact', { amount: figures(quote.amount), symbol }),
          t('swapReview.allow.exact.text'),
        )}
        {choice(true, t('swapReview.allow.unlimited'), t('swapReview.allow.unlimited.text', { symbol }))}
      </fieldset>
    </Review>
  )
}

interface ReceiptProps {
  draft: SwapDraft
  form: SwapForm
  review: Extract<SwapReview, { status: 'ready' }>
  wallet: string
}

/** The swap as it is signed: what leaves, the least that arrives, balances before and after, fees. */
function SwapReceipt({ draft, form, review, wallet }: ReceiptProps) {
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
