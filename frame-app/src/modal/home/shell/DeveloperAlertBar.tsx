/** For the host's developers, only with `debug`. Closing resets message and variant (specification §4). */
import { useAtom } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { AlertBar } from '../../../shared/ui/alert/AlertBar.tsx'
import { alertAtom, closedAlert } from '../../core/modal.ts'

export function DeveloperAlertBar() {
  const t = useAllMessages()
  const [alert, setAlert] = useAtom(alertAtom)
  if (!alert.open) return null
  return (
    <AlertBar
      variant={alert.variant}
      text={alert.message}
      closeLabel={t('common.dismiss')}
      onClose={() => setAlert(closedAlert)}
    />
  )
}
