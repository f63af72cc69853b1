/** The inbox beside the page. It loads emails only while it is open. */
import type { DemoConfig } from '../config.ts'
import { byId, setText } from '../dom.ts'
import { followEmails } from '../inbox/emails.ts'

export function bindInbox({ inboxUrl }: DemoConfig): void {
  const block = byId('inbox', HTMLDetailsElement)
  const list = byId('emails', HTMLElement)
  const status = byId('emails-status', HTMLElement)
  let stop: (() => void) | undefined
  block.addEventListener('toggle', () => {
    stop?.()
    stop = undefined
    if (!block.open) return
    setText(status, 'Looking for emails…')
    stop = followEmails(inboxUrl, { list, status })
  })
}
