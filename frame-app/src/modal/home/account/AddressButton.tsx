/** A button that shows the address, copies it when pressed, and confirms with an icon. */
import { toDisplayAddress } from '../../../shared/format/display-address.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { DisplayAddress } from '../../kit/lists/DisplayAddress.tsx'
import styles from './AccountView.module.css'
import { useCopyAddress } from './use-copy-address.ts'

export function AddressButton({ address }: { address: string }) {
  const t = useAllMessages()
  const { copy, icon, spoken } = useCopyAddress(address)
  return (
    <button
      type="button"
      className={styles.address}
      onClick={copy}
      aria-label={t('account.name.copy', { name: spoken })}
      title={toDisplayAddress(address)}
    >
      <DisplayAddress address={address} />
      <Icon name={icon} size={16} />
    </button>
  )
}
