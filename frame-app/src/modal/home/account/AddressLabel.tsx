/** The page's label for an address, shown as the page's words. The address itself is always beside it. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { addressLabelsAtom, labelOf } from '../../session/labels.ts'
import styles from './AccountView.module.css'

export function AddressLabel({ address }: { address: string }) {
  const t = useAllMessages()
  const label = labelOf(useAtomValue(addressLabelsAtom), address)
  return label === undefined ? null : <span className={styles.label}>{t('account.label', { label })}</span>
}
