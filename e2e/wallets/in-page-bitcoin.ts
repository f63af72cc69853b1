/** The part of a Bitcoin wallet that runs in the page, like an extension's. It has no key and calls Node. */
import type { Reply } from './in-page.ts'

export type InPageBitcoinWallet = {
  /** Name of the function that calls the wallet in Node. */
  readonly binding: string
  readonly name: string
  readonly icon: string
  /** `sats-connect`: JSON-RPC, in the list of sats-connect. `unisat`: functions, under `window.unisat`. */
  readonly shape: 'sats-connect' | 'unisat'
}

/** Passed to the page as text and run before its first script, so it may use nothing from this file but types. */
export function provideBitcoinWallet({ binding, name, icon, shape }: InPageBitcoinWallet): void {
  if (window.top !== window) return
  // as: our own function on the other side of this binding, in this folder.
  const call = Reflect.get(window, binding) as (method: string, params: unknown) => Promise<Reply>
  const listeners = new Map<string, Set<(news: unknown) => void>>()
  const listen = (event: string, listener: (news: unknown) => void) => {
    const known = listeners.get(event) ?? new Set()
    known.add(listener)
    listeners.set(event, known)
    return () => known.delete(listener)
  }
  // A symbol, so that scripts of the page do not find it by listing names.
  Object.defineProperty(window, Symbol.for(binding), {
    value: (event: string) => {
      for (const listener of listeners.get(event) ?? []) listener({ type: event })
    },
  })

  if (shape === 'sats-connect') {
    const provider = {
      async request(method: string, params: unknown) {
        const reply = await call(method, params)
        return { jsonrpc: '2.0', id: '1', ...('error' in reply ? { error: reply.error } : { result: reply.result }) }
      },
      addListener: ({ eventName, cb }: { eventName: string; cb: (news: unknown) => void }) => listen(eventName, cb),
    }
    const place = `${binding}Provider`
    Object.defineProperty(window, place, { value: Object.freeze(provider) })
    const known: unknown = Reflect.get(window, 'btc_providers')
    Reflect.set(window, 'btc_providers', [
      ...(Array.isArray(known) ? (known as unknown[]) : []),
      { id: place, name, icon },
    ])
    return
  }
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const reply = await call(method, params)
    if ('error' in reply) throw Object.assign(new Error(reply.error.message), { code: reply.error.code })
    return reply.result
  }
  const functions = {
    requestAccounts: () => ask('requestAccounts', {}),
    getAccounts: () => ask('getAccounts', {}),
    getPublicKey: () => ask('getPublicKey', {}),
    getChain: async () => ({ enum: 'BITCOIN_MAINNET', name: 'Bitcoin Mainnet', network: 'livenet' }),
    switchChain: () => Promise.reject(new Error('The wallet has one chain.')),
    signMessage: (message: string, type?: string) => ask('unisatMessage', { message, type: type ?? 'ecdsa' }),
    signPsbt: (psbtHex: string, options: unknown) => ask('unisatPsbt', { psbtHex, options }),
    on: listen,
    removeListener: (event: string, listener: (news: unknown) => void) => listeners.get(event)?.delete(listener),
  }
  Reflect.set(window, 'unisat', functions)
}
