/**
 * The page that opens a recovery kit: one file, opened from the disk, without a server. Its policy allows no network, and its script is in
 * the file (`scripts/pack/kit.ts`).
 */
import '@airlock/protocol/jitless.ts'
import { slowHash } from '../wallet/key-worker/keys/password.ts'
import { KitError } from '../wallet/key-worker/kit/failure.ts'
import { maxKitLength } from '../wallet/key-worker/kit/format.ts'
import { openKit } from '../wallet/key-worker/kit/kit.ts'

const find = <T extends HTMLElement>(id: string, type: new () => T): T => {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new TypeError(`The page has no ${id}`)
  return element
}
const form = find('form', HTMLFormElement)
const file = find('file', HTMLInputElement)
const kit = find('kit', HTMLTextAreaElement)
const password = find('password', HTMLInputElement)
const visible = find('visible', HTMLInputElement)
const button = find('open', HTMLButtonElement)
const status = find('status', HTMLElement)
const opened = find('opened', HTMLElement)
const shown = ['address-eip155', 'address-solana', 'words', 'key-eip155', 'key-solana'] as const
const places = new Map(shown.map((id) => [id, find(id, HTMLElement)]))

function show(texts: Readonly<Record<(typeof shown)[number], string>> | undefined): void {
  for (const [id, place] of places) place.textContent = texts?.[id] ?? ''
  opened.hidden = texts === undefined
}

file.addEventListener('change', () => {
  const [chosen] = file.files ?? []
  if (!chosen) return
  // A longer file is no kit; its beginning is refused as such.
  void chosen
    .slice(0, maxKitLength + 1)
    .text()
    .then((text) => {
      kit.value = text
    })
})
visible.addEventListener('change', () => {
  password.type = visible.checked ? 'text' : 'password'
})

let isBusy = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (isBusy) return
  isBusy = true
  button.setAttribute('aria-disabled', 'true')
  show(undefined)
  status.textContent = 'Opening. This takes a few seconds.'
  // The slow hash blocks the page: let it draw the text first.
  setTimeout(() => void open(), 50)
})

async function open(): Promise<void> {
  try {
    const { addresses, words, eip155, solana } = await openKit(kit.value, password.value, slowHash)
    show({
      'address-eip155': addresses.eip155,
      'address-solana': addresses.solana,
      words,
      'key-eip155': eip155,
      'key-solana': solana,
    })
    password.value = ''
    status.textContent = ''
    find('opened-title', HTMLElement).focus()
  } catch (error) {
    status.textContent = error instanceof KitError ? error.message : 'This browser cannot open kits. Try a newer one.'
  } finally {
    isBusy = false
    button.removeAttribute('aria-disabled')
  }
}

find('clear', HTMLButtonElement).addEventListener('click', () => {
  show(undefined)
  form.reset()
  password.type = 'password'
  status.textContent = 'Cleared.'
})
