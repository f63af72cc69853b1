import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { useAnnounce } from '../live/LiveRegions.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import styles from './Toaster.module.css'
import type { Toast, Toasts } from './toasts.ts'

export interface ToasterProps {
  toasts: Toasts
  /** The accessible name of the region. */
  label: string
  dismissLabel: string
}

const icons: Record<Exclude<Toast['variant'], 'loading'>, IconName> = {
  info: 'info',
  success: 'check',
  error: 'warning',
}

/** Shows the current toast and announces its text in the live region. The toast itself is not live, so nothing is read twice. */
export function Toaster({ toasts, label, dismissLabel }: ToasterProps) {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot)
  const announce = useAnnounce()
  const { id, text, variant } = toast ?? {}
  useEffect(() => {
    if (id !== undefined && text !== undefined) announce(text, { assertive: variant === 'error' })
  }, [announce, id, text, variant])

  if (!toast) return null
  const { action } = toast
  return (
    <section
      key={toast.id}
      aria-label={label}
      className={styles.toast}
      data-variant={toast.variant}
      onPointerEnter={toasts.hold}
      onPointerLeave={toasts.release}
      onFocus={toasts.hold}
      onBlur={toasts.release}
    >
      {toast.variant === 'loading' ? <Spinner /> : <Icon name={toast.icon ?? icons[toast.variant]} />}
      <p className={styles.text}>{toast.text}</p>
      {action && (
        <Button
          size="compact"
          variant="quiet"
          onClick={() => {
            toasts.dismiss()
            action.onAction()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={dismissLabel} onClick={toasts.dismiss} />
    </section>
  )
}
