/** The part of a test wallet that runs in the page, like an extension's. It has no key and calls Node. */

export type InPageWallet = {
  /** Name of the function that calls the wallet in Node. */
  readonly binding: string
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string }
  /** `eip6963` announces; `legacy` sets `window.ethereum` and announces nothing. */
  readonly presence: 'eip6963' | 'legacy'
  readonly frames: 'top' | 'all'
}

export type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** Passed to the page as text and run before its first script, so it may use nothing from this file but types. */
export function provideWallet({ binding, info, presence, frames }: InPageWallet): void {
  if (window.top !== window && frames === 'top') return
  type Listener = (payload: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const listenersOf = (event: string) => listeners.get(event) ?? new Set()
  // as: our own function on the other side of this binding, in this folder.
  const ask = Reflect.get(window, binding) as (method: string, params: unknown) => Promise<Reply>

  const provider = {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const reply = await ask(method, params)
      if ('error' in reply) {
        const { code, message, data } = reply.error
        throw Object.assign(new Error(message), data === undefined ? { code } : { code, data })
      }
      return reply.result
    },
    on(event: string, listener: Listener) {
      listeners.set(event, listenersOf(event).add(listener))
      return provider
    },
    removeListener(event: string, listener: Listener) {
      listenersOf(event).delete(listener)
      return provider
    },
  }
  const emit = (event: string, payload: unknown) => {
    for (const listener of listenersOf(event)) listener(payload)
  }
  // A symbol, so that scripts of the page do not find it by listing names.
  Object.defineProperty(window, Symbol.for(binding), { value: emit })

  if (presence === 'legacy') {
    Object.defineProperty(window, 'ethereum', { value: provider, configurable: true })
    window.dispatchEvent(new Event('ethereum#initialized'))
    return
  }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
