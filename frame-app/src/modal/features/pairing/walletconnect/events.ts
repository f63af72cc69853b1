/** Converts a wallet's session events to connector events. Invalid ones are dropped. */
import type { Caip2, Caip10, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { isCaip2, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { readChainId } from '../../../../shared/chains/eip155/chain-id.ts'
import { maxAccounts, readAccount, uniqueAccounts } from './namespaces.ts'

const Said = z.object({ event: z.object({ name: z.string(), data: z.unknown() }), chainId: z.string() })

export type SessionEvent = { chain: Caip2 } | { accounts: readonly Caip10[] }

export function readEvent(params: unknown, namespace: Namespace): SessionEvent | undefined {
  const parsed = Said.safeParse(params)
  if (!parsed.success || !isCaip2(parsed.data.chainId) || namespaceOf(parsed.data.chainId) !== namespace)
    return undefined
  const { event, chainId } = parsed.data
  if (event.name === 'chainChanged') {
    const chain = readChain(event.data, namespace)
    return chain && { chain }
  }
  const isAboutAccounts = event.name === 'accountsChanged' || event.name === 'bip122_addressesChanged'
  if (!isAboutAccounts || !Array.isArray(event.data)) return undefined
  const accounts = event.data.slice(0, maxSaid).flatMap((entry: unknown) => {
    const text = readAddress(entry)
    // The standard requires CAIP-10; many wallets send bare addresses.
    return text === undefined ? [] : [...readAccount(text), ...readAccount(`${chainId}:${text}`)].slice(0, 1)
  })
  const ours = accounts.filter((account) => namespaceOf(account) === namespace)
  // An empty list means that no account is left; a list without readable entries is ignored.
  if (ours.length === 0 && event.data.length > 0) return undefined
  return { accounts: uniqueAccounts(ours).slice(0, maxAccounts) }
}

const maxSaid = 1_000
const BitcoinAddress = z.object({ address: z.string(), intention: z.optional(z.string()) })

/** Bitcoin wallets describe each address; addresses for collectibles are skipped, because they are not for payments. */
function readAddress(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  const parsed = BitcoinAddress.safeParse(entry)
  return parsed.success && (parsed.data.intention ?? 'payment') === 'payment' ? parsed.data.address : undefined
}

/** A number, decimal or hex text, or CAIP-2. */
function readChain(data: unknown, namespace: Namespace): Caip2 | undefined {
  if (typeof data === 'string' && isCaip2(data)) return namespaceOf(data) === namespace ? data : undefined
  return namespace === 'eip155' ? readChainId(data) : undefined
}

export const addressesOf = (accounts: readonly Caip10[]): string[] => [
  ...new Set(accounts.map((account) => parseCaip10(account).address)),
]
