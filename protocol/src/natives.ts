/**
 * Platform functions captured when the module loads, so that later replacements by page code have no effect here (T25, C16, C17).
 * The captured getters also refuse objects that only look like a MessageEvent.
 */
type Getter = (event: MessageEvent) => unknown

/** The platform's `call`, bound once: unlike `Reflect.apply`, it needs no argument list for each message. */
const calling = <F>(method: unknown): F => Function.prototype.call.bind(method as () => void) as F // as: the caller names the type

const getter = (prototype: object | undefined, name: string): Getter => {
  const get = prototype && Object.getOwnPropertyDescriptor(prototype, name)?.get
  return get ? calling<Getter>(get) : () => undefined
}

const messageEvent = globalThis.MessageEvent?.prototype as object | undefined

export const readOrigin = getter(messageEvent, 'origin')
export const readSource = getter(messageEvent, 'source')
export const readData = getter(messageEvent, 'data')
export const readPorts = (event: MessageEvent): readonly MessagePort[] => getPorts(event) as readonly MessagePort[]
const getPorts = getter(messageEvent, 'ports')

type Post = (port: MessagePort, message: unknown) => void

const portPost = globalThis.MessagePort?.prototype.postMessage as MessagePort['postMessage'] | undefined
export const postToPort: Post = portPost ? calling<Post>(portPost) : () => {}

/** @throws for values that cannot be cloned: functions, proxies, symbols, getters that throw. */
export const copyOf: <T>(value: T) => T = globalThis.structuredClone

export const randomId = (): string => crypto.randomUUID()
export const monotonicNow = (): number => performance.now()
