import { IconButton } from '../button/IconButton.tsx'
import { Icon, type IconName } from '../icon/Icon.tsx'
import styles from './AlertBar.module.css'

export interface AlertBarProps {
  variant?: 'info' | 'success' | 'warning' | 'error' | undefined
  text: string
  closeLabel: string
  onClose: () => void
}

const icons: Record<NonNullable<AlertBarProps['variant']>, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
}

/** For the developers of the host, and only in debug mode. */
export function AlertBar({ variant = 'info', text, closeLabel, onClose }: AlertBarProps) {
  return (
    <div className={styles.bar} data-variant={variant} role={variant === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[variant]} />
      <p className={styles.text}>{text}</p>
      <IconButton icon="close" label={closeLabel} onClick={onClose} />
    </div>
  )
}
