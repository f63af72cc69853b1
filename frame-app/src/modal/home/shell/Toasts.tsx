/** The current toast, until another view is shown. Lazy, with its texts: most visits see none. */
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Toaster } from '../../../shared/ui/toast/Toaster.tsx'
import { createToasts } from '../../../shared/ui/toast/toasts.ts'
import { toastAtom } from '../../core/modal.ts'
import { routeAtom } from '../../core/router/router.ts'

export function Toasts() {
  const t = useAllMessages()
  const [toast, setToast] = useAtom(toastAtom)
  const route = useAtomValue(routeAtom)
  const [toasts] = useState(() => createToasts())
  const shown = useRef<typeof toast>(null)
  const shownOn = useRef(route)
  useEffect(() => {
    if (!toast) toasts.dismiss()
    else if (toast !== shown.current)
      toasts.show({
        text: t(toast.key, toast.values),
        variant: toast.variant,
        onGone: toast.onGone,
      })
    // What is in progress has an end of its own.
    else if (route !== shownOn.current && toast.variant !== 'loading') setToast(null)
    shown.current = toast
    shownOn.current = route
  }, [toast, route, setToast, toasts, t])
  return <Toaster toasts={toasts} label={t('live.notifications')} dismissLabel={t('common.dismiss')} />
}
