/** Shows a request in plain words: what is asked, by whom, and what it costs. */
import { byId, element } from '../../dom.ts'
import type { Ask } from '../asks.ts'
import { details } from './details.ts'

export const titles: Record<Ask['kind'], string> = {
  connect: 'Connect to this site?',
  message: 'Sign this message?',
  typedData: 'Sign this data?',
  transaction: 'Send this transaction?',
  switch: 'Switch network?',
  add: 'Add this network?',
}

export function showAsk(ask: Ask, origin: string): void {
  const from = byId('origin', HTMLElement)
  from.replaceChildren('requested by ', element('b', {}, element('bdi', {}, new URL(origin).host)))
  from.hidden = false
  showTitle(titles[ask.kind])
  byId('body', HTMLElement).replaceChildren(...details(ask, origin))
  byId('actions', HTMLElement).hidden = false
}

export function showFailure(message: string): void {
  showTitle('This would fail')
  byId('body', HTMLElement).replaceChildren(element('p', { class: 'caution' }, message))
  byId('approve', HTMLButtonElement).hidden = true
  byId('decline', HTMLButtonElement).textContent = 'Close'
  byId('actions', HTMLElement).hidden = false
}

export function showNothing(): void {
  showTitle('Nothing to confirm')
  const why = 'This window belongs to a request of a page that is no longer open. You can close it.'
  byId('body', HTMLElement).replaceChildren(element('p', { class: 'about' }, why))
}

function showTitle(text: string): void {
  const title = byId('title', HTMLHeadingElement)
  title.textContent = text
  document.title = `${text} – Demo Wallet`
  // Not a button: a key press that was meant for the page must not approve anything.
  title.focus()
}
