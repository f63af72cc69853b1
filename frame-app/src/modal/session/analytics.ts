/**
 * Counts usage events for the project's owner. Guarantees: nothing before the first opening; nothing if the page, the
 * project or the owner has turned it off; only events of the table, with exactly their properties; no flow waits for
 * it. Loaded with the first event that counts.
 *
 * Uses `fetch` with `keepalive` instead of `sendBeacon`: a beacon sends cookies, and its answer, which may be a
 * refusal, cannot be read.
 */
import {
  type EventBody,
  type EventName,
  events,
  isImpersonal,
  maxBatch,
  typeOfEvent,
} from '@airlock/protocol/contracts/analytics.ts'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import { getBounded } from '../../shared/http/bounded.ts'
import { addressOf } from '../core/api/listing.ts'
import type { ModalContext } from '../core/context.ts'
import { failures } from '../core/failures.ts'
import { describeError } from '../core/internal-error.ts'
import { hostOriginAtom, optionsAtom } from '../core/options.ts'
import { hostThemeAtom } from './state/appearance.ts'
import { networksAtom } from './state/network.ts'

export interface Happening {
  readonly name: EventName
  readonly props: Readonly<Record<string, unknown>>
  /** Unix time in milliseconds. */
  readonly at: number
}

/** Causes of INTERNAL_SDK_ERROR that one document reports. */
const maxCauses = 20

/** How long events wait to be batched. */
const collectMs = 10_000
/** Browsers let a page that is being closed send 64 kB in all. */
const maxQueueBytes = 45_000

const Config = z.object({ isAnalyticsEnabled: z.boolean() })

/** @param onRefused called if the service does not accept the origin of this document */
export function count(context: ModalContext, happening: Happening, onRefused: () => void): void {
  const { store } = context
  const counter = store.get(counterAtom) ?? { add: createCounter(context, onRefused) }
  store.set(counterAtom, counter)
  counter.add(happening)
}

const counterAtom = atom<{ readonly add: (happening: Happening) => void } | undefined>(undefined)

function createCounter(context: ModalContext, onRefused: () => void): (happening: Happening) => void {
  const { store, scope, project } = context
  const base = project.analyticsUrl ?? ''
  const options = store.get(optionsAtom)
  const as = { projectId: project.projectId, sdkVersion: `html-universal-${options?.sdkVersion ?? ''}` }
  /** `undefined` until the owner's switch is known. */
  let isOn: boolean | undefined
  let queue: EventBody[] = []
  let size = 0
  let stopWaiting: (() => void) | undefined

  const config = addressOf({ base: project.listingUrl ?? base, ...as }, 'getAnalyticsConfig', {})
  scope.run(
    getBounded(config, { signal: new AbortController().signal, timeoutMs: 10_000, maxBytes: 4096 })
      .then(({ bytes }) => z.parse(Config, JSON.parse(new TextDecoder().decode(bytes))).isAnalyticsEnabled)
      .catch(() => false)
      .then((answer) => {
        isOn = answer
        if (!isOn) stop()
      }),
  )

  function flush(): void {
    stopWaiting?.()
    stopWaiting = undefined
    if (isOn === undefined && queue.length > 0) stopWaiting = scope.after(collectMs, flush)
    if (!isOn || queue.length === 0) return
    const batch = queue
    queue = []
    size = 0
    const [only] = batch
    const isSingle = batch.length === 1
    const sent = fetch(addressOf({ base, ...as }, isSingle ? 'e' : 'batch', {}), {
      method: 'POST',
      // A plain-text body needs no pre-flight request.
      body: JSON.stringify(isSingle ? only : batch),
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      keepalive: true,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    const look = (response: Response) => {
      scope.run(response.body?.cancel())
      if (response.status === 403) onRefused()
    }
    sent.then(look).catch(() => {}) // counting is not retried, and errors are not reported
  }

  /** Each cause is reported once. */
  const causes = new Set<string>()
  function report(props: { errorType: string; errorMessage: string; uncaught: boolean }): void {
    const cause = `${props.errorType} ${props.errorMessage}`
    if (causes.has(cause) || causes.size >= maxCauses) return
    causes.add(cause)
    const happening = { name: 'INTERNAL_SDK_ERROR', props, at: Date.now() } as const
    context.link.app.notify('EVENT', happening)
    add(happening)
  }
  const onError = (event: Event) => {
    const described = describeError('reason' in event ? event.reason : 'error' in event && event.error, location.origin)
    if (described) report(described)
  }
  const end = new AbortController()
  window.addEventListener('error', onError, end)
  window.addEventListener('unhandledrejection', onError, end)
  /** Reports an event whose outcome is an error of our own code, and requests that failed with one. */
  function reportInternal({ name, props }: Happening): void {
    if (name === 'INTERNAL_SDK_ERROR') return
    if (props['message'] === 'INTERNAL' || props['error'] === 'INTERNAL')
      report({ errorType: 'INTERNAL', errorMessage: name, uncaught: false })
    for (const failure of failures) report({ errorType: 'INTERNAL', errorMessage: failure, uncaught: false })
  }

  function stop(): void {
    stopWaiting?.()
    queue = []
    end.abort()
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  document.addEventListener('visibilitychange', onHidden, end)
  window.addEventListener('pagehide', flush, end)

  function add(happening: Happening): void {
    if (isOn === false) return
    reportInternal(happening)
    const body = toBody(happening, store.get(hostOriginAtom))
    if (!body) return
    const bytes = JSON.stringify(body).length
    if (queue.length === maxBatch || size + bytes > maxQueueBytes) flush()
    // The queue is full before the switch is known: keep the first events, which matter most.
    if (queue.length === maxBatch || size + bytes > maxQueueBytes) return
    queue.push(body)
    size += bytes
    stopWaiting ??= scope.after(collectMs, flush)
    // Send now: a closed modal makes no requests later.
    if (happening.name === 'MODAL_CLOSE') flush()
  }

  add({ name: 'INITIALIZE', props: initialOptions(context), at: Date.now() })
  return add
}

function initialOptions({ store }: ModalContext): Record<string, unknown> {
  const options = store.get(optionsAtom)
  const { mode } = store.get(hostThemeAtom)
  const networks = store.get(networksAtom).map(({ id }) => id)
  return {
    networks,
    themeMode: mode,
    ...(options?.defaultNetwork === undefined ? {} : { defaultNetwork: options.defaultNetwork }),
    ...(options === null
      ? {}
      : { allowUnsupportedChain: options.allowUnsupportedChain, showWallets: options.features.emailShowWallets }),
  }
}

/** `undefined` for an event that does not fit the table, which is then not counted. */
export function toBody({ name, props, at }: Happening, origin: string): EventBody | undefined {
  // Free text may come from wallets and pages; text that could contain an address or a link is replaced by an empty one.
  const properties = Object.fromEntries(
    Object.entries(props).map(([key, value]) => [key, isFreeText(key, value) ? '' : value]),
  )
  if (!z.safeParse(events[name], properties).success || !URL.canParse(origin)) return undefined
  return {
    eventId: crypto.randomUUID(),
    url: origin,
    domain: new URL(origin).hostname,
    timestamp: at,
    props: {
      type: typeOfEvent(name),
      event: name,
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
    },
  }
}

const texts = new Set(['name', 'message', 'error', 'errorType', 'errorMessage'])
const isFreeText = (key: string, value: unknown): boolean =>
  texts.has(key) && typeof value === 'string' && (value.length > 200 || !isImpersonal(value))
