/** A token list in the schema of tokenlists.org. Solana's lists use it too, with the CAIP-2 id as chain. */
import { type Caip2, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress, SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { maxDecimals, type Token } from './network.ts'
import { cleanText, nameLength, symbolLength } from './text.ts'

const words = {
  name: z.string().check(z.minLength(1), z.maxLength(256)),
  symbol: z.string().check(z.minLength(1), z.maxLength(256)),
  decimals: z.int().check(z.minimum(0), z.maximum(maxDecimals)),
  logoURI: z.optional(z.string().check(z.maxLength(2048))),
}
/** Entries with addresses of another namespace are unusable on this network. */
const Entry = z.union([
  z.object({ chainId: z.int().check(z.positive()), address: EvmAddress, ...words }),
  z.object({ chainId: z.string().check(z.regex(/^solana:[-_a-zA-Z0-9]{1,32}$/)), address: SolanaAddress, ...words }),
])
const List = z.object({
  name: z.string(),
  tokens: z.array(z.unknown()).check(z.maxLength(100_000)),
})

export type ListedToken = Token & { readonly chainId: number | string }

/**
 * Entries that are not tokens are skipped: real lists contain some, and one must not spoil the rest.
 * @param where names the list in the error
 * @throws {Error} when it is not a token list
 */
export function readTokenList(input: unknown, where: string): readonly ListedToken[] {
  const list = List.safeParse(input)
  if (!list.success) throw new Error(`${where} is no token list: { "name": …, "tokens": [ … ] }`)
  return list.data.tokens.flatMap((one) => {
    const entry = Entry.safeParse(one)
    if (!entry.success) return []
    const { chainId, address, decimals, logoURI: iconUrl } = entry.data
    const name = cleanText(entry.data.name, nameLength)
    const symbol = cleanText(entry.data.symbol, symbolLength)
    return name && symbol ? [{ chainId, address, name, symbol, decimals, iconUrl }] : []
  })
}

/** The network's id in token lists. */
export const listedId = (network: Caip2): number | string =>
  namespaceOf(network) === 'eip155' ? Number(referenceOf(network)) : network
