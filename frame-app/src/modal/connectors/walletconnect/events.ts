/** What a wallet says in a session, as events of a connector. Junk is dropped. */
import type { Caip2, Caip10, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { isCaip2, isCaip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { readChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { readAccount } from './namespaces.ts'

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
  if (event.name !== 'accountsChanged' || !Array.isArray(event.data)) return undefined
  // CAIP-10 by the book; many wallets send bare addresses.
  const accounts = event.data.flatMap((entry: unknown) =>
    typeof entry === 'string' ? [...readAccount(entry), ...readAccount(`${chainId}:${entry}`)].slice(0, 1) : [],
  )
  return { accounts: accounts.filter((account) => isCaip10(account) && namespaceOf(account) === namespace) }
}

/** A number, decimal or hex text, or CAIP-2. */
function readChain(data: unknown, namespace: Namespace): Caip2 | undefined {
  if (typeof data === 'string' && isCaip2(data)) return namespaceOf(data) === namespace ? data : undefined
  return namespace === 'eip155' ? readChainId(data) : undefined
}

export const addressesOf = (accounts: readonly Caip10[]): string[] => [
  ...new Set(accounts.map((account) => parseCaip10(account).address)),
]
