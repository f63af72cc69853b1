/** The details of a payment, before the wallet is asked: exactly what is shown here is signed. */

import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { FailureNote } from '../../../kit/figures/FailureNote.tsx'
import shared from '../../../kit/figures/figures.module.css'
import { LoadingReview } from '../../../kit/figures/LoadingReview.tsx'
import { useFigures } from '../../../kit/figures/use-figures.ts'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { go } from '../../../session/navigate.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { isUnderWay } from '../../submit/form.ts'
import { Outcome } from '../../submit/view/Outcome.tsx'
import { watchDraft } from '../send.ts'
import { confirmSend } from '../send-confirm.ts'
import { readQuote } from '../send-review.ts'
import { type Draft, draftAtom, foundAtom, isRepeatAtom, type Review, reviewAtom, sendingAtom } from '../state/send.ts'
import { formAtom } from '../state/send-form.ts'
import { Findings } from './Findings.tsx'
import { Receipt } from './Receipt.tsx'
import styles from './Send.module.css'

export function SendReviewView() {
  const context = useModal()
  const connection = useAtomValue(activeConnectionAtom)
  const draft = useAtomValue(draftAtom)
  useEffect(() => watchDraft(context), [context])
  if (!connection) return <NotConnected />
  // Already sent: the account is shown next.
  if (!draft) return null
  return (
    <SteadyView>
      <Step connection={connection} draft={draft} />
    </SteadyView>
  )
}

function Step({ connection, draft }: { connection: Connected; draft: Draft }) {
  const context = useModal()
  const t = useAllMessages()
  const review = useAtomValue(reviewAtom)
  switch (review.status) {
    case 'loading':
      return (
        <LoadingReview
          label={t('sendReview.loading')}
          lines={4}
          cancel={t('sendReview.cancel')}
          action={t('sendReview.send')}
          focusKey="send"
          className={styles.view}
        />
      )
    case 'failed':
      return (
        <EmptyState icon="warning" tone="negative" title={t(`sendReview.failed.${review.why}`)}>
          <Button variant="primary" onClick={() => context.scope.run(readQuote(context))}>
            {t('common.tryAgain')}
          </Button>
        </EmptyState>
      )
    case 'ready':
      return <Ready connection={connection} draft={draft} review={review} />
  }
}

interface ReadyProps {
  connection: Connected
  draft: Draft
  review: Extract<Review, { status: 'ready' }>
}

function Ready({ connection: { wallet }, draft, review: { quote, isChanged } }: ReadyProps) {
  const context = useModal()
  const t = useAllMessages()
  const sending = useAtomValue(sendingAtom)
  const found = useAtomValue(foundAtom)
  const isRepeat = useAtomValue(isRepeatAtom)
  const network = useAtomValue(formAtom)?.network
  if (!network) return null
  const isBusy = isUnderWay(sending)
  const { simulation, payment, withheld } = quote
  const findings = found.status === 'found' && found.address === payment.to ? found.findings : []
  const isShort =
    simulation.status === 'works' &&
    simulation.arrives < payment.units - withheld &&
    payment.from.toLowerCase() !== payment.to.toLowerCase()
  const isMore =
    simulation.status === 'works' &&
    simulation.leaves.some(
      ({ asset, units }) => asset?.toLowerCase() !== payment.asset?.toLowerCase() || units > payment.units,
    )
  const press = () => {
    if (isRepeat) return t('sendReview.sendAgain')
    return t(simulation.status === 'fails' ? 'sendReview.sendAnyway' : 'sendReview.send')
  }
  return (
    <>
      <div className={styles.view}>
        {isChanged && (
          <Notice tone="caution">
            <span role="alert">{t('sendReview.changed')}</span>
          </Notice>
        )}
        {/* Before the lines, because the button is in sight without scrolling. */}
        <Findings findings={findings} address={payment.to} symbol={draft.token?.symbol ?? ''} />
        {simulation.status === 'fails' && <FailureNote of="sendReview" reason={simulation.reason} />}
        {(isShort || withheld > 0n) && (
          <Notice tone="caution">
            <Less draft={draft} quote={quote} />
          </Notice>
        )}
        {isMore && (
          <Notice tone="negative">
            <span>{t('sendReview.more')}</span>
          </Notice>
        )}
        {isRepeat && (
          <Notice tone="negative">
            <span>{t('sendReview.repeat')}</span>
          </Notice>
        )}
        <Receipt
          draft={draft}
          quote={quote}
          network={network}
          name={found.status === 'found' && found.address === payment.to ? found.name : undefined}
        />
        <p className={styles.careful}>{t('sendReview.careful')}</p>
      </div>
      <ViewFooter>
        <Outcome of="sendReview" asking={sending} wallet={wallet.name} />
        <div className={shared.actions}>
          <Button onClick={() => go.back(context)}>{t('sendReview.cancel')}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            data-focus-key="send"
            onClick={() => context.scope.run(confirmSend(context))}
          >
            {press()}
          </Button>
        </div>
      </ViewFooter>
    </>
  )
}

function Less({
  draft,
  quote: { payment, simulation, withheld },
}: {
  draft: Draft
  quote: ReadyProps['review']['quote']
}) {
  const t = useAllMessages()
  const arrives = simulation.status === 'works' ? simulation.arrives : payment.units - withheld
  const amount = useFigures(payment.decimals)(arrives)
  return <span>{t('sendReview.less', { amount, symbol: draft.token?.symbol ?? '' })}</span>
}
