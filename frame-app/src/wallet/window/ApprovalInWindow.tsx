/** One approval in the wallet's own window. Its buttons need no gate: no page can cover them, and a window on top takes the focus. */
import { useSyncExternalStore } from 'react'
import { LanguageProvider } from '../../shared/i18n/LanguageProvider.tsx'
import type { Language } from '../../shared/i18n/language.ts'
import type { Shown } from '../account-pages/shown.ts'
import type { Approvals } from '../approval/approvals.ts'
import { ApprovalView } from '../approval/view/ApprovalView.tsx'
import { useArmed } from './use-armed.ts'

export interface ApprovalInWindowProps {
  id: string
  host: string
  approvals: Approvals
  language: Pick<Shown<Language | undefined>, 'get' | 'subscribe'>
  /** Root element of the window. */
  page: HTMLElement
}

export function ApprovalInWindow({ id, host, approvals, language, page }: ApprovalInWindowProps) {
  const screen = useSyncExternalStore(approvals.subscribe, approvals.screen)
  const words = useSyncExternalStore(language.subscribe, language.get)
  const isArmed = useArmed(screen && 'prepared' in screen ? screen.prepared : undefined, page.ownerDocument)
  if (screen?.id !== id || !words) return null
  return (
    <LanguageProvider language={words} root={page}>
      <ApprovalView
        screen={screen}
        host={host}
        place={{ kind: 'window', isArmed }}
        onApprove={() => approvals.approve(id, 'window')}
        onDecline={() => approvals.decline(id)}
        onAgain={() => approvals.again(id)}
      />
    </LanguageProvider>
  )
}
