/** The part of a wallet of `window.injectedWeb3` that runs in the page, like an extension's. It has no key and calls Node. */
import type { Reply } from './in-page.ts'

export type InPageInjectedWeb3 = {
  /** Name of the function that calls the wallet in Node. */
  readonly binding: string
  /** Its key in the list. */
  readonly key: string
  /** Functions of its signer that it does not have. */
  readonly lacks: readonly string[]
  /** How late it is, in milliseconds. */
  readonly lateMs: number
}

/** Passed to the page as text and run before its first script, so it may use nothing from this file but types. */
export function provideInjectedWeb3({ binding, key, lacks, lateMs }: InPageInjectedWeb3): void {
  if (window.top !== window) return
  type Listener = (accounts: readonly unknown[]) => void
  const listeners = new Set<Listener>()
  // as: our own function on the other side of this binding, in this folder.
  const call = Reflect.get(window, binding) as (method: string, params: unknown) => Promise<Reply>
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const reply = await call(method, params)
    // Wallets of this kind say a refusal in words.
    if ('error' in reply) throw new Error(reply.error.message)
    return reply.result
  }
  // A symbol, so that scripts of the page do not find it by listing names.
  Object.defineProperty(window, Symbol.for(binding), {
    value: (accounts: readonly unknown[]) => {
      for (const listener of listeners) listener(accounts)
    },
  })
  let requests = 0
  const signing = Object.fromEntries(
    ['signRaw', 'signPayload']
      .filter((name) => !lacks.includes(name))
      .map((name) => [
        name,
        async (input: unknown) => {
          requests += 1
          return { id: requests, signature: await ask(name, input) }
        },
      ]),
  )
  const enable = async (origin: string) => {
    await ask('enable', { origin })
    return {
      accounts: {
        get: () => ask('accounts', {}),
        subscribe(listener: Listener) {
          listeners.add(listener)
          void ask('accounts', {}).then((accounts) => listener(accounts as unknown[])) // as: what our own code in Node answers
          return () => listeners.delete(listener)
        },
      },
      metadata: { get: () => Promise.resolve([]), provide: () => Promise.resolve(false) },
      signer: signing,
    }
  }
  const provide = () => {
    const known: unknown = Reflect.get(window, 'injectedWeb3')
    Reflect.set(window, 'injectedWeb3', Object.assign(known ?? {}, { [key]: { version: '0.63.1', enable } }))
  }
  if (lateMs > 0) setTimeout(provide, lateMs)
  else provide()
}
