/** Ways to tell people and developers: toast, live region, shake, alert bar, warning, event. */
import type { Json } from '@airlock/protocol/json.ts'
import type { MessageKey } from '../../shared/i18n/message.ts'
import { alertAtom, announcementAtom, type DeveloperAlert, shakeAtom, type Toast, toastAtom } from '../state/modal.ts'
import { isDebugAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'

let lastId = 0
const nextId = () => ++lastId

type Values = Record<string, string | number>

/** The toaster says the same words in the live region; a toast is never the only carrier. */
export function toast({ store }: ModalContext, variant: Toast['variant'], key: MessageKey, values: Values = {}): void {
  store.set(toastAtom, { id: nextId(), variant, key, values })
}

export function announce({ store }: ModalContext, key: MessageKey, values: Values = {}, urgent = false): void {
  store.set(announcementAtom, { id: nextId(), key, values, urgent })
}

export function shake({ store }: ModalContext): void {
  store.set(shakeAtom, store.get(shakeAtom) + 1)
}

/** A warning for the page's developer: to the host's console, and to the alert bar with `debug`. Each code once. */
export function warn(
  context: ModalContext,
  code: string,
  text: string,
  short?: { text: string; variant: DeveloperAlert['variant'] },
): void {
  const { store, link } = context
  const known = warned.get(context) ?? new Set<string>()
  if (known.has(code)) return
  warned.set(context, known.add(code))
  link.app.notify('WARNING', { code, text: text.slice(0, 512) })
  if (short && store.get(isDebugAtom)) store.set(alertAtom, { variant: short.variant, message: short.text, open: true })
}

const warned = new WeakMap<ModalContext, Set<string>>()

/** An event for the dapp's listeners (names: specification §7). */
export function track({ link }: ModalContext, name: string, props: Record<string, Json> = {}): void {
  link.app.notify('EVENT', { name, at: Date.now(), props })
}
