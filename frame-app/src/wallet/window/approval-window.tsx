/** Approvals in the wallet's own window, and what is known of it. */
import type { Language } from '../../shared/i18n/language.ts'
import type { Approvals } from '../approval/approvals.ts'
import type { Shown } from '../security/shown.ts'
import { ApprovalInWindow } from './ApprovalInWindow.tsx'
import { type OwnWindow, openOwnWindow } from './own-window.ts'
import type { WindowStatus } from './status.ts'

export interface ApprovalWindow {
  /** Called inside the press. Brings the window to the front where it is open already. */
  open(id: string): void
  /** Of the window for this request: what became of an older one says nothing of it. */
  status(id: string): WindowStatus
  subscribe(onChange: () => void): () => void
}

export interface ApprovalWindowOptions {
  readonly approvals: Approvals
  /** Host and port of the page that asks, as the browser says. */
  readonly host: string
  /** Of the project's window document, on this origin. */
  readonly url: string
  /** As the frame speaks; nothing is asked before it does. */
  readonly language: Pick<Shown<Language | undefined>, 'get' | 'subscribe'>
}

export function createApprovalWindow({ approvals, host, url, language }: ApprovalWindowOptions): ApprovalWindow {
  const listeners = new Set<() => void>()
  let current: { readonly id: string; readonly shown: OwnWindow } | undefined
  let known: { readonly id: string; readonly status: WindowStatus } | undefined
  /** Windows for this request that went before anything could be drawn into them. */
  let lost: { readonly id: string; readonly times: number } | undefined

  const set = (id: string, status: WindowStatus) => {
    known = { id, status }
    for (const listener of listeners) listener()
  }

  function open(id: string): void {
    if (current?.id === id && !current.shown.popup.closed) return current.shown.popup.focus()
    current?.shown.end()
    const shown = openOwnWindow({
      url,
      draw: ({ document: page }) => (
        <ApprovalInWindow id={id} host={host} approvals={approvals} language={language} page={page.documentElement} />
      ),
      isOver: () => approvals.screen()?.id !== id,
      subscribe: approvals.subscribe,
      onEnd(isLost) {
        if (current?.shown === shown) current = undefined
        set(id, isLost ? whyLost(id) : 'closed')
      },
    })
    // A window that opens uses the press up; one that the browser stopped leaves it.
    if (!shown) return set(id, navigator.userActivation.isActive ? 'blocked' : 'severed')
    current = { id, shown }
    set(id, 'open')
  }

  /** Once, it was the person who closed it before it was there; a page that cuts windows off does it each time. */
  function whyLost(id: string): WindowStatus {
    lost = { id, times: lost?.id === id ? lost.times + 1 : 1 }
    return lost.times > 1 ? 'severed' : 'closed'
  }

  return {
    open,
    status: (id) => (known?.id === id ? known.status : 'closed'),
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
