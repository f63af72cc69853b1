import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { WalletKey } from '../i18n/message.ts'
import { useWalletMessages } from '../i18n/wallet-messages.ts'
import { Button } from '../ui/button/Button.tsx'
import styles from './ApproveGate.module.css'
import type { GateStatus } from './gate.ts'
import { watchGate } from './watch-gate.ts'

export interface ApproveGateProps {
  /** The content that must be completely visible before the user can approve. */
  children: ReactNode
  approveLabel: string
  declineLabel: string
  /** `danger`: the approved action cannot be undone here. */
  tone?: 'primary' | 'danger' | undefined
  /** Called during the press, while a window may still be opened. */
  onApprove: () => void
  onDecline: () => void
  /** For when the gate cannot open: shows the same approval in a separate window. */
  onWindow: () => void
  /** Approving opens that window too, so it is offered beside only while the gate cannot open. */
  opensWindow?: boolean | undefined
  /** The approval is in progress; further presses are ignored. */
  busy?: boolean | undefined
  /** Whether it can still be declined; by default, until it is `busy`. */
  isDeclinable?: boolean | undefined
}

const words: Record<GateStatus | 'again', WalletKey> = {
  ready: 'approve.ready',
  settling: 'approve.settling',
  again: 'approve.again',
  covered: 'approve.covered',
  cut: 'approve.cut',
  small: 'approve.small',
  unsupported: 'approve.unsupported',
}

/**
 * A panel whose Approve button works only if the gate allows it (`gate.ts`). A text says why it does not work yet; all texts
 * take the same space. The button is always reachable by keyboard and screen reader, as the last element, and never takes the
 * focus by itself.
 */
export function ApproveGate(props: ApproveGateProps) {
  const { children, approveLabel, declineLabel, tone = 'primary', onDecline, onWindow } = props
  const { busy = false, isDeclinable = !busy, opensWindow = false } = props
  const t = useWalletMessages()
  const reasonId = useId()
  const panel = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [{ status, wasRefused }, setGate] = useState<{ status: GateStatus; wasRefused: boolean }>({
    status: 'settling',
    wasRefused: false,
  })
  const onApprove = useEffectEvent(() => {
    if (!busy) props.onApprove()
  })
  useEffect(() => {
    if (!panel.current || !button.current) return
    return watchGate({
      panel: panel.current,
      button: button.current,
      onChange: (changed, refused) => setGate({ status: changed, wasRefused: refused }),
      onApprove: () => onApprove(),
    })
  }, [])
  const canOpen = status === 'settling' || status === 'ready'
  const reason = wasRefused && canOpen ? 'again' : status

  return (
    <section ref={panel} className={styles.panel} data-status={status}>
      {children}
      <div className={styles.reasons}>
        {Object.values(words).map((key) => (
          <p key={key} className={styles.room} aria-hidden="true">
            {t(key)}
          </p>
        ))}
        <p id={reasonId} role="status">
          {t(words[reason])}
        </p>
      </div>
      {/* Keeps its room: a panel that grows would have moved. */}
      <Button
        className={opensWindow && canOpen ? styles.room : undefined}
        variant="quiet"
        icon="external"
        onClick={onWindow}
      >
        {t('approve.window')}
      </Button>
      <div className={styles.actions}>
        <Button aria-disabled={!isDeclinable || undefined} onClick={onDecline}>
          {declineLabel}
        </Button>
        <Button
          ref={button}
          variant={tone}
          busy={busy}
          aria-disabled={status !== 'ready' || undefined}
          aria-describedby={reasonId}
        >
          {approveLabel}
        </Button>
      </div>
    </section>
  )
}
