/**
 * Name and coin of a network that the wallet's own table does not have: the entries of `networks` in the project record. Approvals show
 * them, so they must not come from a page. The decimals are those of the namespace, and cannot be chosen.
 */
import * as z from 'zod/mini'
import { WalletName } from './shapes/announced.ts'

export const NamedNetwork = z.strictObject({
  name: WalletName,
  /** Part of sentences, so it cannot be read as anything else. */
  symbol: z.string().check(z.regex(/^[a-z]\w{0,11}$/i)),
})
export type NamedNetwork = z.infer<typeof NamedNetwork>
