/** The details of a swap, before the wallet is asked: a missing permission, then the swap as it is signed. */
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { LoadingReview } from '../../../kit/figures/LoadingReview.tsx'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { type SwapDraft, swapDraftAtom, swapReviewAtom } from '../state/swap.ts'
import { type SwapForm, swapFormAtom } from '../state/swap-form.ts'
import { watchSwap } from '../swap.ts'
import { reviewSwapAgain, watchReview } from '../swap-review.ts'
import { Allow } from './Allow.tsx'
import styles from './Swap.module.css'
import { SwapReceipt } from './SwapReceipt.tsx'

export function SwapPreviewView() {
  const context = useModal()
  const connection = useAtomValue(activeConnectionAtom)
  const draft = useAtomValue(swapDraftAtom)
  const form = useAtomValue(swapFormAtom)
  useEffect(() => {
    const stops = [watchSwap(context, { isReview: true }), watchReview(context)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [context])
  if (!connection) return <NotConnected />
  // Already sent: the account is shown next.
  if (!draft || !form) return null
  return (
    <SteadyView>
      <Step draft={draft} form={form} wallet={connection.wallet.name} />
    </SteadyView>
  )
}

function Step({ draft, form, wallet }: { draft: SwapDraft; form: SwapForm; wallet: string }) {
  const context = useModal()
  const t = useAllMessages()
  const review = useAtomValue(swapReviewAtom)
  switch (review.status) {
    case 'loading':
      return (
        <LoadingReview
          label={t('swapReview.loading')}
          lines={5}
          cancel={t('swapReview.cancel')}
          action={t('swapReview.swap')}
          focusKey="swap"
          className={styles.view}
        />
      )
    case 'failed':
      return (
        <EmptyState
          icon="warning"
          tone={review.why === 'moved' ? 'caution' : 'negative'}
          title={t(`swapReview.failed.${review.why}`)}
        >
          <Button variant="primary" onClick={() => context.scope.run(reviewSwapAgain(context))}>
            {t(review.why === 'network' ? 'common.tryAgain' : 'swapReview.failed.again')}
          </Button>
        </EmptyState>
      )
    case 'allow':
      return <Allow draft={draft} form={form} review={review} wallet={wallet} />
    case 'ready':
      return <SwapReceipt draft={draft} form={form} review={review} wallet={wallet} />
  }
}
