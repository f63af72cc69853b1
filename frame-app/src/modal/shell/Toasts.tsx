/** The current toast. Lazy, with its texts: most visits see none. */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useAllMessages } from '../../shared/i18n/all-messages.ts'
import { Toaster } from '../../shared/ui/toast/Toaster.tsx'
import { createToasts } from '../../shared/ui/toast/toasts.ts'
import { toastAtom } from '../state/modal.ts'

export function Toasts() {
  const t = useAllMessages()
  const toast = useAtomValue(toastAtom)
  const [toasts] = useState(() => createToasts())
  useEffect(() => {
    if (toast) toasts.show({ text: t(toast.key, toast.values), variant: toast.variant })
    else toasts.dismiss()
  }, [toast, toasts, t])
  return <Toaster toasts={toasts} label={t('live.notifications')} dismissLabel={t('common.dismiss')} />
}
