/**
 * The accounts that each wallet of the page has shared in this session, by the wallet's own answers and events. The frame reports the
 * accounts of a connection; for a wallet that is in the page, its report is worth nothing without the wallet's word (T7).
 */
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { addressOf } from '../dom.ts'
import type { Provider } from './read.ts'

export type Shared = ReturnType<typeof createShared>

/** Of one wallet; an honest one has fewer. */
const maxAddresses = 4096

export function createShared() {
  const wallets = new Map<string, { readonly provider: Provider; readonly keys: Set<string> }>()
  const keyOf = ({ namespace, keyOf: own }: Provider, address: string): string =>
    own?.(address) ?? (namespace === 'eip155' ? address.toLowerCase() : address)
  /** @param answer the wallet's; in every standard, addresses are texts in it */
  const add = (handle: string, provider: Provider, answer: Json): void => {
    const { keys } = wallets.get(handle) ?? { keys: new Set() }
    wallets.set(handle, { provider, keys })
    for (const text of textsIn(answer)) if (keys.size < maxAddresses) keys.add(keyOf(provider, text))
  }
  return {
    add,
    /** Whether the wallet has shared every address of the account. */
    has({ namespace, active, accounts, allAccounts = [], wallet }: Account): boolean {
      const { provider, keys } = wallets.get(wallet?.handle ?? '') ?? {}
      const addresses = [...(active ? [active] : []), ...accounts].map(addressOf)
      addresses.push(...allAccounts.map(({ address }) => address))
      return provider?.namespace === namespace && addresses.every((address) => keys?.has(keyOf(provider, address)))
    },
    clear: () => wallets.clear(),
  }
}

/** Of the answers of all standards, with room. What a wallet puts deeper is not shared. */
const maxDepth = 8

function textsIn(value: Json, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === maxDepth) return []
  return Object.values(value).flatMap((each) => textsIn(each, depth + 1))
}
