/** Notifications for users and developers: toast, live region, shake, alert bar, warning, event. */
import type { EventName, EventProperties } from '@airlock/protocol/contracts/analytics.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { atom } from 'jotai'
import type { FirstKey, ModalKey } from '../../shared/i18n/message.ts'
import type { ModalContext } from '../core/context.ts'
import { alertAtom, announcementAtom, type DeveloperAlert, shakeAtom, type Toast, toastAtom } from '../core/modal.ts'
import { isDebugAtom, optionsAtom } from '../core/options.ts'

let lastId = 0
const nextId = () => ++lastId

type Values = Record<string, string | number>

/** The live region announces the text of each toast, so no information is in a toast alone. */
export function toast({ store }: ModalContext, variant: Toast['variant'], key: ModalKey, values: Values = {}): void {
  store.set(toastAtom, { id: nextId(), variant, key, values })
}

export function announce({ store }: ModalContext, key: FirstKey, values: Values = {}, urgent = false): void {
  store.set(announcementAtom, { id: nextId(), key, values, urgent })
}

export function shake({ store }: ModalContext): void {
  store.set(shakeAtom, store.get(shakeAtom) + 1)
}

/** Warns the page's developer: in the host's console, and in the alert bar with `debug`. Each code is reported once. */
export function warn(
  context: ModalContext,
  code: string,
  text: string,
  short?: { text: string; variant: DeveloperAlert['variant'] },
): void {
  const { store, link } = context
  const warned = store.get(warnedAtom)
  if (warned.has(code)) return
  warned.add(code)
  link.app.notify('WARNING', { code, text: text.slice(0, 512) })
  if (short && store.get(isDebugAtom)) store.set(alertAtom, { variant: short.variant, message: short.text, open: true })
}

const warnedAtom = atom(() => new Set<string>())

/**
 * Emits an event of the table (specification §7) to the dapp's listeners, and counts it if counting is enabled.
 * Counting starts with the first opening; earlier events of a restored connection are not counted.
 */
export function track<N extends EventName>(context: ModalContext, name: N, ...[given]: PropsOf<N>): void {
  const { store, link, project } = context
  const at = Date.now()
  const props: Readonly<Record<string, unknown>> = given ?? {}
  link.app.notify('EVENT', { name, at, props: props as Record<string, Json> }) // as: the table holds plain values only
  if (name === 'MODAL_OPEN') store.set(hasOpenedAtom, true)
  if (project.analyticsUrl === undefined || !store.get(hasOpenedAtom) || !store.get(optionsAtom)?.features.analytics)
    return
  import('./analytics.ts')
    .then(({ count }) => count(context, { name, props, at }, () => warnOfRefusal(context)))
    .catch(() => {}) // no caller waits for counting
}

type PropsOf<N extends EventName> =
  Record<string, never> extends EventProperties<N> ? [props?: EventProperties<N>] : [props: EventProperties<N>]

const hasOpenedAtom = atom(false)

const warnOfRefusal = (context: ModalContext) =>
  warn(
    context,
    'ANALYTICS_ORIGIN_REFUSED',
    `The analytics service refuses the origin of the modal frame, ${location.origin}: add it to the allowed origins of the project.`,
    { text: 'Invalid App Configuration', variant: 'error' },
  )
