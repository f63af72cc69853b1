/** Tokens that the page lists, by network, as they cross the host link. */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'
import { Icon } from '../../scalars/values.ts'

/** The contract on an EVM network, or the mint on Solana. Name and decimals come from the chain. */
const Address = z.string().check(z.regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/))

export const ListedTokens = z.record(
  Caip2,
  z.array(z.strictObject({ address: Address, image: z.optional(Icon) })).check(z.maxLength(100)),
)
