/** Shown if the browser has blocked the confirm window: a click in this dialog may open it. Appears above the modal. */
import { element } from '../../dom.ts'
import './blocked-dialog.css'

type Blocked = { open: () => boolean; cancel: () => void; signal: AbortSignal }

export function showBlockedDialog({ open, cancel, signal }: Blocked): void {
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
