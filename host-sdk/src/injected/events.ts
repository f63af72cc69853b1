/**
 * Listens to the events of an injected wallet: drops invalid ones, bounds them, and passes on only the newest of each kind
 * (C47).
 */
import type { Json } from '@airlock/protocol/json.ts'
import { fieldOf, quietly, type Undo } from '../dom.ts'
import type { Provider } from './read.ts'

export const walletEvents = ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const
export type WalletEvent = (typeof walletEvents)[number]

const address = /^0x[0-9a-fA-F]{40}$/
const chain = /^(0x[0-9a-fA-F]{1,16}|[0-9]{1,16})$/
const restMs = 50

export function onProviderEvent(provider: Provider, event: string, listener: (payload: unknown) => void): Undo {
  const { identity } = provider
  const call = (name: string) =>
    quietly(() => {
      const method = fieldOf(identity, name)
      if (typeof method === 'function') Reflect.apply(method, identity, [event, listener])
    })
  call('on')
  return () => call('removeListener')
}

/** Of frequent events, only the last of each kind within 50 ms is passed on. */
export function onWalletEvents(provider: Provider, tell: (event: WalletEvent, payload: Json) => void): Undo {
  const news = new Map<WalletEvent, Json>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const all = [...news]
    news.clear()
    for (const [event, payload] of all) tell(event, payload)
  }
  const undos = walletEvents.map((event) =>
    onProviderEvent(provider, event, (payload) => {
      const clean = quietly(() => readPayload(event, payload))
      if (clean === undefined) return
      news.set(event, clean)
      timer ??= setTimeout(flush, restMs)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const undo of undos) undo()
  }
}

function readPayload(event: WalletEvent, payload: unknown): Json | undefined {
  switch (event) {
    case 'accountsChanged': {
      if (!Array.isArray(payload)) return undefined
      // Copied item by item: a wallet's array may carry the wallet's own methods.
      const accounts = Array.from({ length: Math.min(payload.length, 256) }, (_, index) => payload[index] as unknown)
      return accounts.every((account) => typeof account === 'string' && address.test(account))
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
