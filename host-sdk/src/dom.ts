/** DOM helpers: add and remove listeners, report errors of the page's listeners, warn the developer. */

/** False on a server and in workers. */
export const inBrowser = (): boolean => typeof document === 'object'

export type Undo = () => void

export function listen(
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options?: AddEventListenerOptions,
): Undo {
  target.addEventListener(type, listener, options)
  return () => target.removeEventListener(type, listener, options)
}

/** Calls each listener with the payload; an error of one is reported and does not affect the others. */
export function tell<T>(listeners: readonly ((payload: T) => void)[], payload: T): void {
  for (const listener of listeners)
    try {
      listener(payload)
    } catch (thrown) {
      queueMicrotask(() => {
        throw thrown
      })
    }
}

export function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the only console output of the SDK: behind the `debug` option, and of what a page of AppKit sets in vain
  console.warn(`[airlock] ${text}`)
}

/** A copy without `undefined`, which the protocol refuses. */
export const toJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T // same shape, minus absent fields

/** Returns `undefined` if reading throws, as foreign objects may. */
export function quietly<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

export const fieldOf = (value: unknown, key: string): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, key) : undefined

/** Chain objects of other libraries may contain bigints, which JSON cannot represent. */
export const fingerprint = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))

export const isSame = (one: unknown, other: unknown): boolean => fingerprint(one) === fingerprint(other)

/** The address in a CAIP-10 account. */
export const addressOf = (account: string): string => account.slice(account.lastIndexOf(':') + 1)
