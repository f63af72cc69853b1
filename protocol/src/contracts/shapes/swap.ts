/** A swap that a page prefills. The user sees and can change all of it. */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'

/** CAIP-10 of a contract, or `native` for the currency of the network. */
const Token = z.string().check(z.maxLength(170), z.regex(/^(native|eip155:\d{1,20}:0x[\da-fA-F]{40})$/))

export const SwapRequest = z.strictObject({
  /** The token to sell. Default: `native`. */
  from: z.optional(Token),
  /** The token to buy. Default: the user chooses. */
  to: z.optional(Token),
  /** Amount to sell in units of the token, as decimal text: `"0.5"`. */
  amount: z.optional(z.string().check(z.regex(/^\d{1,78}(\.\d{1,36})?$/))),
  /** Default: the tokens' network, or the account's current one. */
  chainId: z.optional(Caip2),
})
export type SwapRequest = z.infer<typeof SwapRequest>
