/** Says why an action failed. The element is rendered even without text, so that screen readers announce the change. */
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import type { SecurityTrouble } from '../trouble.ts'
import styles from './SecurityView.module.css'

export function TroubleNote({ trouble }: { trouble: SecurityTrouble | undefined }) {
  const t = useWalletMessages()
  return (
    <p className={styles.trouble} role="status">
      {trouble && (
        <>
          <Icon name="warning" size={16} /> <span>{t(`security.trouble.${trouble}`)}</span>
        </>
      )}
    </p>
  )
}
