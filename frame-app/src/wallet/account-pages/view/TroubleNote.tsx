/** Says why an action failed. The element is rendered even without text, so that screen readers announce the change. */
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import type { SecurityTrouble } from '../trouble.ts'
import styles from './SecurityView.module.css'

interface TroubleNoteProps {
  trouble?: SecurityTrouble | undefined
  /** For a reason that only one page knows. */
  text?: string | undefined
}

export function TroubleNote({ trouble, text }: TroubleNoteProps) {
  const t = useWalletMessages()
  const words = text ?? (trouble && t(`security.trouble.${trouble}`))
  return (
    <p className={styles.trouble} role="status">
      {words && (
        <>
          <Icon name="warning" size={16} /> <span>{words}</span>
        </>
      )}
    </p>
  )
}
