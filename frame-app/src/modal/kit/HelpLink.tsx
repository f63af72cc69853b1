/** A button that opens Help, for views that show a problem. */
import { useMessages } from '../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../shared/ui/button/Button.tsx'
import { useModal } from '../core/modal-context.ts'
import { go } from '../session/navigate.ts'

export function HelpLink() {
  const context = useModal()
  const t = useMessages()
  return (
    <Button variant="quiet" onClick={() => go.push(context, { view: 'Help' })} data-focus-key="get-help">
      {t('help.link')}
    </Button>
  )
}
