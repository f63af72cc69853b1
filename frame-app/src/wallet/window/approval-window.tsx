/** Approvals in the wallet's own window. */
import { useSyncExternalStore } from 'react'
import { LanguageProvider } from '../../shared/i18n/LanguageProvider.tsx'
import type { Approvals } from '../approval/approvals.ts'
import { ApprovalView } from '../approval/view/ApprovalView.tsx'
import type { EmbeddedWallet } from '../login/embedded-wallet.ts'
import type { Screen } from '../screen/screen.tsx'
import type { OpenedWindow } from './own-window.ts'
import { useArmed } from './use-armed.ts'
import { createWatchedWindow, type WatchedWindow } from './watched-window.ts'

interface Asked {
  readonly approvals: Approvals
  /** Host and port of the requesting page, as the browser reports it. */
  readonly host: string
  /** The frame's language; nothing is shown before it is known. */
  readonly language: Screen['language']
  readonly wallet: () => Promise<EmbeddedWallet>
  readonly modal: () => { onKept(key: string): void }
}

/** The window's ids are those of the approvals. @param url of the project's window document, on this origin */
export const createApprovalWindow = ({ url, ...asked }: Asked & { readonly url: string }): WatchedWindow =>
  createWatchedWindow({
    url,
    draw(id, popup) {
      void keep(popup, asked).catch(() => {}) // the next approval keeps it
      return <ApprovalInWindow id={id} {...asked} page={popup.document.documentElement} />
    },
    isOver: (id) => asked.approvals.screen()?.id !== id,
    subscribe: asked.approvals.subscribe,
  })

/** Only WebKit forgets what frames store. The user has opened the window by a press, on a page where they are signed in. */
async function keep(popup: OpenedWindow, { wallet, modal }: Asked): Promise<void> {
  if (!/^apple/i.test(navigator.vendor)) return
  const { keeper } = await wallet()
  const key = await (await keeper()).keep(popup)
  if (key !== undefined) modal().onKept(key)
}

interface ApprovalInWindowProps extends Omit<Asked, 'wallet' | 'modal'> {
  readonly id: string
  /** Root element of the window. */
  readonly page: HTMLElement
}

/** One approval. Its buttons need no gate: no page can cover them, and a window on top takes the focus. */
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
