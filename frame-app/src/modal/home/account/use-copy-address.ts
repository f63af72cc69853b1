/** Copies an address and confirms with a toast. `spoken` is the address as screen readers should read it. */
import { useState } from 'react'
import { spellOut } from '../../../shared/format/address.ts'
import { toDisplayAddress } from '../../../shared/format/display-address.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useModal } from '../../core/modal-context.ts'
import { toast } from '../../session/notify.ts'

export function useCopyAddress(written: string) {
  const address = toDisplayAddress(written)
  const context = useModal()
  const t = useAllMessages()
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
  return { copy: () => context.scope.run(copy()), icon: isCopied ? ('check' as const) : ('copy' as const), spoken }
}
