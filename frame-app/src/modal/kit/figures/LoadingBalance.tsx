/** Stands where a balance will be. Says so only if that takes a while: most balances arrive before it could be read. */
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import styles from './figures.module.css'

export function LoadingBalance() {
  const t = useAllMessages()
  return <span className={styles.late}>{t('send.balance.loading')}</span>
}
