/** Confirms a removal, or an addition, with a second press: in the frame behind the approve gate, in the wallet's own window after it was readable. */
import type { ReactNode } from 'react'
import { ApproveGate, type ApproveGateProps } from '../../../shared/approve/ApproveGate.tsx'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { IconName } from '../../../shared/ui/icon/Icon.tsx'
import type { SecurityTrouble } from '../trouble.ts'
import { Caution, Note, type PageProps, type Place, SignInAgain } from './parts.tsx'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'

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
  page: Pick<PageProps<unknown, Answers>, 'control' | 'place' | 'onSignIn'>
  /** Absent: nothing is asked any more. */
  onKeep?: () => void
}

interface Answers {
  confirm(): Promise<void>
  ask(id: undefined): void
}

export function Question(props: QuestionProps) {
  const { title, text, confirmLabel, isBusy, trouble, addition, page } = props
  const { control, place, onSignIn } = page
  const onConfirm = () => void control.confirm()
  const onKeep = props.onKeep ?? (() => control.ask(undefined))
  const t = useWalletMessages()
  const words = <Caution title={title} text={text} />
  const keepLabel = t(addition ? 'security.notNow' : 'security.keep')
  const label = isBusy ? (addition?.busyLabel ?? t('security.removing')) : confirmLabel
  const tone = addition ? 'primary' : 'danger'
  const note = <TroubleNote trouble={trouble} text={props.troubleText} />
  if (trouble === 'needsLogin' || place.kind === 'window')
    return (
      <>
        {words}
        {note}
        <div className={styles.actions}>
          {trouble === 'needsLogin' ? (
            <SignInAgain onSignIn={onSignIn} />
          ) : (
            <Button
              variant={tone}
              busy={isBusy}
              aria-disabled={!('isArmed' in place && place.isArmed) || undefined}
              onClick={onConfirm}
            >
              {label}
            </Button>
          )}
          <Button onClick={onKeep}>{keepLabel}</Button>
        </div>
      </>
    )
  return (
    <Gated
      place={place}
      tone={tone}
      approveLabel={label}
      declineLabel={keepLabel}
      busy={isBusy}
      onApprove={onConfirm}
      onDecline={onKeep}
    >
      {words}
      {note}
    </Gated>
  )
}

type InFrame = Extract<Place, { kind: 'frame' }>

interface DoorProps {
  icon: IconName
  title: string
  text: string
  place: InFrame
  onLeave: () => void
}

/** In the frame: opens the wallet's own window, where the page itself is shown. */
export function Door({ place, onLeave, ...words }: DoorProps) {
  const t = useExportMessages()
  return (
    <Gated
      place={place}
      approveLabel={t('export.open')}
      declineLabel={t('security.notNow')}
      onApprove={place.onWindow}
      onDecline={onLeave}
      opensWindow
    >
      <EmptyState heading="h1" {...words} />
    </Gated>
  )
}

function Gated({ place, children, ...gate }: Omit<ApproveGateProps, 'onWindow'> & { place: InFrame }) {
  const t = useWalletMessages()
  const { window, onWindow } = place
  return (
    <div className={styles.gated}>
      <ApproveGate {...gate} onWindow={onWindow}>
        {/* Scrolls if the frame is too low, so that the whole panel stays visible. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.asked} data-words aria-label={t('security.question')} tabIndex={0}>
          {children}
          {(window === 'blocked' || window === 'severed') && (
            <Note>{t(window === 'blocked' ? 'approval.window.blocked' : 'security.window.severed')}</Note>
          )}
        </section>
      </ApproveGate>
    </div>
  )
}
