/** The list of all events and messages of Airlock and the provider, newest first. */
import { byId, element } from '../dom.ts'
import type { Airlock } from './airlock.ts'

const limits = { entries: 100, detail: 400 }
const airlockEvents = ['open', 'close', 'connect', 'disconnect', 'network', 'session', 'error', 'event'] as const
const providerEvents = ['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message'] as const

export function bindLog(airlock: Airlock): void {
  const log = byId('log', HTMLElement)
  // The list scrolls, so it must be reachable with the keyboard.
  log.tabIndex = 0
  log.append(element('p', { class: 'log-empty' }, 'Nothing yet. Connect to see the first event.'))
  const add = (source: 'airlock' | 'provider', name: string, detail: unknown) => {
    log.querySelector('.log-empty')?.remove()
    log.prepend(createEntry(source, name, detail))
    while (log.childElementCount > limits.entries) log.lastElementChild?.remove()
  }
  for (const name of airlockEvents)
    airlock.on(name, (detail: unknown) => {
      add('airlock', name, detail)
    })
  const provider = airlock.provider('eip155')
  for (const name of providerEvents)
    provider.on(name, (detail: unknown) => {
      add('provider', name, detail)
    })
}

function createEntry(source: string, name: string, detail: unknown): HTMLElement {
  const now = new Date()
  return element(
    'article',
    { class: 'log-entry', 'data-source': source },
    element(
      'p',
      { class: 'log-head' },
      element('span', { class: 'log-source' }, source),
      ' ',
      element('span', { class: 'log-name' }, name),
      ' ',
      element('time', { datetime: now.toISOString() }, now.toLocaleTimeString()),
    ),
    element('p', { class: 'log-detail mono' }, toText(detail)),
  )
}

function toText(detail: unknown): string {
  if (detail instanceof Error)
    return toText({ code: 'code' in detail ? detail.code : undefined, message: detail.message })
  const written = JSON.stringify(detail, shorten) ?? ''
  return written.length > limits.detail ? `${written.slice(0, limits.detail)}…` : written
}

/** Bigints become text, since JSON cannot contain them; the bytes of pictures are shortened. */
function shorten(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`
  return typeof value === 'string' && value.startsWith('data:') ? `${value.slice(0, 19)}…` : value
}
