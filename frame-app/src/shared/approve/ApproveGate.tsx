import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { WalletKey } from '../i18n/message.ts'
import { useWalletMessages } from '../i18n/wallet-messages.ts'
import { Button } from '../ui/button/Button.tsx'
import styles from './ApproveGate.module.css'
import type { GateStatus } from './gate.ts'
import { watchGate } from './watch-gate.ts'

export interface ApproveGateProps {
  /** What the person has to see whole before agreeing. */
  children: ReactNode
  approveLabel: string
  declineLabel: string
  /** `danger`: what is approved cannot be undone here. */
  tone?: 'primary' | 'danger' | undefined
  /** Called inside the press, which may still open a window. */
  onApprove: () => void
  onDecline: () => void
  /** The way out when the gate cannot open: the same approval in a window of its own. */
  onWindow: () => void
  /** The approval is under way; no further press counts. */
  busy?: boolean | undefined
  /** Whether declining still stops it; unless told otherwise, as long as it is not under way. */
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
 * A panel whose Approve works only behind the gate (`gate.ts`). It says in words why it does not; no word changes its size, and
 * the button is in reach of keyboard and screen reader all the time, after everything else. It never takes the focus by itself.
 */
export function ApproveGate(props: ApproveGateProps) {
  const { children, approveLabel, declineLabel, tone = 'primary', onDecline, onWindow } = props
  const { busy = false, isDeclinable = !busy } = props
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
  const reason = wasRefused && (status === 'settling' || status === 'ready') ? 'again' : status

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
      <Button variant="quiet" icon="external" onClick={onWindow}>
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
