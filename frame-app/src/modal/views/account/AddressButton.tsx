/** The address as a button that copies it and says so. */
import { useState } from 'react'
import { spellOut } from '../../../shared/format/address.ts'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { Address } from '../../../shared/ui/figures/Address.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { toast } from '../../flows/notify.ts'
import { useModal } from '../../modal-context.ts'
import styles from './AccountView.module.css'

export function AddressButton({ address }: { address: string }) {
  const context = useModal()
  const t = useMessages()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
      toast(context, 'success', 'toast.addressCopied')
    } catch {
      // The host's policy may forbid the clipboard.
      toast(context, 'error', 'toast.copyFailed')
    }
  }
  const spoken = t('account.address.spoken', { start: spellOut(address.slice(0, 6)), end: spellOut(address.slice(-4)) })
  return (
    <button
      type="button"
      className={styles.address}
      onClick={() => void copy()}
      aria-label={t('account.name.copy', { name: spoken })}
      title={address}
    >
      <Address address={address} />
      <Icon name={isCopied ? 'check' : 'copy'} size={16} />
    </button>
  )
}
