/** One approval as the window shows it: the same words, and buttons that need no gate: no page can draw over them, and a window that covers them takes the focus. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { LanguageProvider } from '../../shared/i18n/LanguageProvider.tsx'
import type { Language } from '../../shared/i18n/language.ts'
import type { Approvals } from '../approval/approvals.ts'
import type { Prepared } from '../approval/prepared.ts'
import { ApprovalView } from '../approval/view/ApprovalView.tsx'
import type { Shown } from '../security/shown.ts'

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

/**
 * A press that was meant for what stood here before does not count: windows may open under the pointer, and what has been prepared anew
 * takes the place of the button that asked for it. A window that lay over this one and is gone leaves the second half of a double click.
 */
function useArmed(shown: Prepared | undefined, document: Document): boolean {
  const [armedFor, setArmedFor] = useState<Prepared>()
  useEffect(() => {
    const view = document.defaultView
    if (!shown || !view) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const disarm = () => {
      clearTimeout(timer)
      setArmedFor(undefined)
    }
    const arm = () => {
      disarm()
      timer = setTimeout(() => setArmedFor(shown), armedAfterMs)
    }
    if (document.hasFocus()) arm()
    view.addEventListener('focus', arm)
    view.addEventListener('blur', disarm)
    return () => {
      clearTimeout(timer)
      view.removeEventListener('focus', arm)
      view.removeEventListener('blur', disarm)
    }
  }, [shown, document])
  return shown !== undefined && armedFor === shown
}
const armedAfterMs = 700
