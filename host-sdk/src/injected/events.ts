/**
 * Listens to the events of an injected wallet: drops what is invalid in them, bounds them, and passes on only the newest of each kind
 * (C47).
 */
import { BitcoinStanding } from '@airlock/protocol/allowlist/injected-bitcoin.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { parse } from '@airlock/protocol/parse.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { fieldOf, quietly, type Undo } from '../dom.ts'
import type { Provider } from './read.ts'

export const walletEvents = ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const
export type WalletEvent = (typeof walletEvents)[number]

/** The form of an address by the namespace of the wallet. */
const addresses: Partial<Record<Namespace, RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  polkadot: /^[1-9A-HJ-NP-Za-km-z]{45,50}$/,
}
const chain = /^(0[xX][0-9a-fA-F]{1,14}|[0-9]{1,16})$/
const restMs = 50

export function onProviderEvent(provider: Provider, event: string, listener: (payload: unknown) => void): Undo {
  if (provider.on) return provider.on(event, listener)
  const { identity } = provider
  const call = (name: string) =>
    quietly(() => {
      const method = fieldOf(identity, name)
      if (typeof method === 'function') Reflect.apply(method, identity, [event, listener])
    })
  call('on')
  return () => call('removeListener')
}

/** Listeners for changes of a wallet that its own events do not report. */
const followers = new WeakMap<Provider, (event: WalletEvent, payload: unknown) => boolean>()

/**
 * Reports a change like the wallet's own event, with the same checks.
 * @returns `false` if there is no listener for the wallet, or the payload is invalid
 */
export const reportChange = (provider: Provider, event: WalletEvent, payload: unknown): boolean =>
  followers.get(provider)?.(event, payload) ?? false

/** Events are throttled: only the last of each kind within 50 ms is passed on. */
export function onWalletEvents(provider: Provider, tell: (event: WalletEvent, payload: Json) => void): Undo {
  const news = new Map<WalletEvent, Json>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const all = [...news]
    news.clear()
    for (const [event, payload] of all) tell(event, payload)
  }
  const hear = (event: WalletEvent, payload: unknown): boolean => {
    const clean = quietly(() => readPayload(provider.namespace, event, payload))
    // Something has changed that the wallet does not say: nothing of it is passed on but that the wallet has to be asked.
    news.set(clean === undefined ? 'disconnect' : event, clean ?? null)
    timer ??= setTimeout(flush, restMs)
    return clean !== undefined
  }
  followers.set(provider, hear)
  const undos = walletEvents.map((event) => onProviderEvent(provider, event, (payload) => hear(event, payload)))
  return () => {
    clearTimeout(timer)
    followers.delete(provider)
    for (const undo of undos) undo()
  }
}

function readPayload(namespace: Namespace, event: WalletEvent, payload: unknown): Json | undefined {
  switch (event) {
    case 'accountsChanged': {
      if (namespace === 'bip122') {
        const standing = parse(BitcoinStanding, payload)
        return standing.ok ? (standing.value as unknown as Json) : undefined // as: of JSON values only
      }
      if (!Array.isArray(payload)) return undefined
      // Copied item by item: a wallet's array may carry the wallet's own methods.
      const accounts = Array.from({ length: Math.min(payload.length, 256) }, (_, index) => payload[index] as unknown)
      return accounts.every((account) => typeof account === 'string' && addresses[namespace]?.test(account))
        ? (accounts as string[]) // as: every item was checked
        : undefined
    }
    case 'chainChanged':
      return readChain(payload)
    case 'connect': {
      const chainId = readChain(fieldOf(payload, 'chainId'))
      return chainId === undefined ? undefined : { chainId }
    }
    case 'disconnect':
      return null
  }
}

function readChain(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && chain.test(text) ? text : undefined
}
