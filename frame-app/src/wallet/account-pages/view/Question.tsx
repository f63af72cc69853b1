/** Confirms a removal, or an addition, with a second press: in the frame behind the approve gate, in the wallet's own window after it was readable. */
import type { ReactNode } from 'react'
import { ApproveGate } from '../../../shared/approve/ApproveGate.tsx'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { WindowStatus } from '../../window/watched-window.ts'
import type { SecurityTrouble } from '../trouble.ts'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'

/** Where the question is shown, which decides when a press counts. */
export type Place =
  | {
      readonly kind: 'frame'
      readonly window: WindowStatus
      /** Opens the window; called during the press. */
      readonly onWindow: () => void
    }
  /** `isArmed`: it has been readable for long enough. */
  | { readonly kind: 'window'; readonly isArmed: boolean }

interface QuestionProps {
  title: ReactNode
  text: ReactNode
  confirmLabel: string
  isBusy: boolean
  trouble: SecurityTrouble | undefined
  /** For a reason that only one page knows. */
  troubleText?: string | undefined
  /** Something is added, not removed. */
  addition?: { readonly busyLabel: string } | undefined
  place: Place
  onConfirm: () => void
  onKeep: () => void
  onSignIn: () => void
}

export function Question(props: QuestionProps) {
  const { title, text, confirmLabel, isBusy, trouble, addition, place, onConfirm, onKeep, onSignIn } = props
  const t = useWalletMessages()
  const words = <EmptyState heading="h1" icon="warning" tone="caution" title={title} text={text} />
  const keepLabel = t(addition ? 'security.notNow' : 'security.keep')
  const keep = <Button onClick={onKeep}>{keepLabel}</Button>
  const note = <TroubleNote trouble={trouble} text={props.troubleText} />
  if (trouble === 'needsLogin')
    return (
      <>
        {words}
        {note}
        <div className={styles.actions}>
          <Button variant="primary" onClick={onSignIn}>
            {t('security.signInAgain')}
          </Button>
          {keep}
        </div>
      </>
    )
  const label = isBusy ? (addition?.busyLabel ?? t('security.removing')) : confirmLabel
  if (place.kind === 'window')
    return (
      <>
        {words}
        {note}
        <div className={styles.actions}>
          <Button
            variant={addition ? 'primary' : 'danger'}
            busy={isBusy}
            aria-disabled={!place.isArmed || undefined}
            onClick={onConfirm}
          >
            {label}
          </Button>
          {keep}
        </div>
      </>
    )
  const { window, onWindow } = place
  return (
    <div className={styles.gated}>
      <ApproveGate
        tone={addition ? 'primary' : 'danger'}
        approveLabel={label}
        declineLabel={keepLabel}
        busy={isBusy}
        onApprove={onConfirm}
        onDecline={onKeep}
        onWindow={onWindow}
      >
        {/* Scrolls if the frame is too low, so that the whole panel stays visible. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.asked} data-words aria-label={t('security.question')} tabIndex={0}>
          {words}
          {note}
          {(window === 'blocked' || window === 'severed') && (
            <p className={styles.note} role="status">
              {t(window === 'blocked' ? 'approval.window.blocked' : 'security.window.severed')}
            </p>
          )}
        </section>
      </ApproveGate>
    </div>
  )
}
