/** For the host's developers, only with `debug`. Closing resets message and variant (specification §4). */
import { useAtom } from 'jotai'
import { useMessages } from '../../shared/i18n/LanguageProvider.tsx'
import { AlertBar } from '../../shared/ui/alert/AlertBar.tsx'
import { alertAtom, closedAlert } from '../state/modal.ts'

export function DeveloperAlertBar() {
  const t = useMessages()
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
