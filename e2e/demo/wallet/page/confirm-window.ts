/**
 * Asks the user in the wallet's own pop-up.
 *
 * Guarantees: one request at a time (-32002 otherwise); the window opens in the same task as the call; closing the
 * window, leaving the page and Escape all count as declined; a message counts only from that window, from this origin
 * and with the request's nonce. A real wallet's window would be on the wallet's own origin; here it shares the page's,
 * and says so.
 */
import { element } from '../../dom.ts'
import { readWith } from '../../parse.ts'
import { type Ask, parseFromConfirm, type ToConfirm } from '../asks.ts'
import { type ProviderRpcError, rpcError, toRpcError } from '../errors.ts'
import './blocked-dialog.css'

export type Answer = 'approved' | 'declined'
export type Confirm = { ask: (prepare: () => Promise<Ask>) => Promise<Answer> }

const size = { width: 380, height: 640 }
/** Browsers do not tell an opener that a pop-up was closed, so poll. */
const watchEveryMs = 200

export function createConfirm(): Confirm {
  let current: { focus(): void } | undefined
  return {
    async ask(prepare) {
      if (current) {
        // Brings the waiting request to the front: it may be behind this window.
        current.focus()
        throw rpcError('pending')
      }
      const over = new AbortController()
      try {
        return await new Promise<Answer>((resolve, reject) => {
          current = openConfirm({ prepare, signal: over.signal, settle: resolve, fail: reject })
        })
      } finally {
        current = undefined
        over.abort()
      }
    },
  }
}

type Opened = {
  prepare: () => Promise<Ask>
  signal: AbortSignal
  settle: (answer: Answer) => void
  fail: (error: unknown) => void
}

function openConfirm({ prepare, signal, settle, fail }: Opened): { focus(): void } {
  const nonce = crypto.randomUUID()
  let popup: Window | null = null
  const open = () => {
    popup = window.open(`confirm.html#${nonce}`, '_blank', features())
    return popup !== null
  }
  if (!open()) {
    const cancel = () => {
      settle('declined')
    }
    showBlockedDialog({ open, cancel, signal })
  }

  let refusal: ProviderRpcError | undefined
  const prepared = prepare().then(
    (ask): ToConfirm => ({ kind: 'ask', nonce, ask }),
    (error: unknown): ToConfirm => {
      refusal = toRpcError(error)
      // If the window is open, it shows the reason first: a window that vanishes explains nothing.
      if (!popup) fail(refusal)
      return { kind: 'failure', nonce, message: refusal.message }
    },
  )
  const show = async (target: Window) => {
    const message = await prepared
    if (!signal.aborted) target.postMessage(message, location.origin)
  }
  const finish = (answer: Answer) => {
    if (refusal) fail(refusal)
    else settle(answer)
  }
  const receive = (event: MessageEvent<unknown>) => {
    if (!event.isTrusted || !popup || event.source !== popup || event.origin !== location.origin) return
    const message = readWith(parseFromConfirm, event.data)
    if (message?.nonce !== nonce) return
    // A reloaded window reports ready again and gets the same request.
    if (message.kind === 'ready') void show(popup)
    else {
      // The window closes itself a moment later.
      popup = null
      finish(message.isApproved ? 'approved' : 'declined')
    }
  }
  const leave = () => {
    settle('declined')
    // The page is being closed, so no later task is certain to run.
    popup?.close()
  }
  window.addEventListener('message', receive, { signal })
  window.addEventListener('pagehide', leave, { signal })
  const watch = setInterval(() => {
    if (popup?.closed) finish('declined')
  }, watchEveryMs)
  signal.addEventListener('abort', () => {
    clearInterval(watch)
    popup?.close()
  })
  return { focus: () => popup?.focus() }
}

function features(): string {
  const left = Math.max(0, Math.round(window.screenX + window.outerWidth - size.width - 24))
  const top = Math.max(0, Math.round(window.screenY + 64))
  return `popup,width=${size.width},height=${size.height},left=${left},top=${top}`
}

type Blocked = { open: () => boolean; cancel: () => void; signal: AbortSignal }

/** Shown if the browser has blocked the confirm window: a click in this dialog may open it. Appears above the modal. */
function showBlockedDialog({ open, cancel, signal }: Blocked): void {
  const openButton = element('button', { type: 'button', class: 'button primary' }, 'Open the confirm window')
  const cancelButton = element('button', { type: 'button', class: 'button' }, 'Cancel')
  const note = element('p', { role: 'status', class: 'about' })
  const dialog = element(
    'dialog',
    { class: 'demo-wallet-dialog', 'aria-labelledby': 'demo-wallet-dialog-title' },
    element('h2', { id: 'demo-wallet-dialog-title' }, 'Demo Wallet needs you'),
    element('p', { class: 'about' }, 'Your browser stopped the wallet’s confirm window. Open it with this button.'),
    note,
    element('div', { class: 'buttons' }, openButton, cancelButton),
  )
  openButton.addEventListener('click', () => {
    if (open()) dialog.remove()
    else note.textContent = 'It was stopped again. Allow pop-ups for this site, then try once more.'
  })
  cancelButton.addEventListener('click', cancel)
  // Escape.
  dialog.addEventListener('cancel', cancel)
  signal.addEventListener('abort', () => {
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
}
