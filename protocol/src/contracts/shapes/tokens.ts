/** Tokens that the page lists, as they cross the host link. */
import * as z from 'zod/mini'
import type { Caip10 } from '../../scalars/caip.ts'
import { patterned } from '../../scalars/typed.ts'
import { Icon } from '../../scalars/values.ts'

/** The contract on an EVM network, or the mint on Solana; other namespaces have no tokens here. */
const TokenId = patterned<Caip10>(
  /^(eip155:(0|[1-9][0-9]{0,31}):0x[0-9a-fA-F]{40}|solana:[-_a-zA-Z0-9]{1,32}:[1-9A-HJ-NP-Za-km-z]{32,44})$/,
)

/** What it is called, and how many decimals it has, is asked of the chain: a page cannot say it. */
export const ListedToken = z.strictObject({ id: TokenId, icon: z.optional(Icon) })
export type ListedToken = z.infer<typeof ListedToken>
