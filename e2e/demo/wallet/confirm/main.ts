/** The confirm window: reports that it is ready, shows the one request that it gets, and returns the user's answer. */
import { byId } from '../../dom.ts'
import { readWith } from '../../parse.ts'
import { applyTheme, readTheme } from '../../theme.ts'
import { type FromConfirm, parseToConfirm } from '../asks.ts'
import { icon } from '../icon.ts'
import { showAsk, showFailure, showNothing } from './view.ts'

applyTheme(readTheme())
byId('icon', HTMLImageElement).src = icon

// as: typed `any` in the DOM; null in a window that no page has opened
const opener = window.opener as Window | null
const closeAfterMs = 250
const nonce = location.hash.slice(1)
if (opener && nonce) talkTo(opener)
else showNothing()

function talkTo(page: Window): void {
  const post = (message: FromConfirm) => {
    page.postMessage(message, location.origin)
  }
  let isAnswered = false
  const answer = (isApproved: boolean) => {
    if (isAnswered) return
    isAnswered = true
    post({ kind: 'answer', nonce, isApproved })
    // Closing at once would let the second click of a double click hit the page behind.
    setTimeout(() => window.close(), closeAfterMs)
  }
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!event.isTrusted || event.source !== page || event.origin !== location.origin) return
    const message = readWith(parseToConfirm, event.data)
    // The origin shown is the browser's, not the message's.
    if (message?.nonce !== nonce) return
    if (message.kind === 'ask') showAsk(message.ask, event.origin)
    else showFailure(message.message)
  })
  byId('approve', HTMLButtonElement).addEventListener('click', () => {
    answer(true)
  })
  byId('decline', HTMLButtonElement).addEventListener('click', () => {
    answer(false)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') answer(false)
  })
  post({ kind: 'ready', nonce })
}
