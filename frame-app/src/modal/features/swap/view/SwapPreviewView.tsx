/** The details of a swap, before the wallet is asked: a missing permission, then the swap as it is signed. */
import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { useFigures } from '../../../kit/figures/use-figures.ts'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { isUnderWay } from '../../submit/form.ts'
import { LoadingReview, Review } from '../../submit/Review.tsx'
import {
  isUnlimitedAtom,
  type SwapDraft,
  type SwapReview,
  swapDraftAtom,
  swappingAtom,
  swapReviewAtom,
} from '../state/swap.ts'
import { type SwapForm, swapFormAtom } from '../state/swap-form.ts'
import { watchSwap } from '../swap.ts'
import { approveSwap } from '../swap-approve.ts'
import { reviewSwapAgain, watchReview } from '../swap-review.ts'
import styles from './Swap.module.css'
import { Spender, venueOf } from './SwapDetails.tsx'
import { SwapReceipt } from './SwapReceipt.tsx'

export function SwapPreviewView() {
  const context = useModal()
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  const draft = useAtomValue(swapDraftAtom)
  const form = useAtomValue(swapFormAtom)
  const review = useAtomValue(swapReviewAtom)
  useEffect(() => {
    const stops = [watchSwap(context, { isReview: true }), watchReview(context)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [context])
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
