/** A swap that a page asks its visitor to make. Everything in it is only filled in: the visitor sees and changes it. */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'

/** CAIP-10 of a contract, or `native` for the currency of the network. */
const Token = z.string().check(z.maxLength(170), z.regex(/^(native|eip155:\d{1,20}:0x[\da-fA-F]{40})$/))

export const SwapRequest = z.strictObject({
  /** What is given. Default: `native`. */
  from: z.optional(Token),
  /** What is bought. Default: the visitor chooses. */
  to: z.optional(Token),
  /** Units of what is given, as decimal text: `"0.5"`. */
  amount: z.optional(z.string().check(z.regex(/^\d{1,78}(\.\d{1,36})?$/))),
  /** Default: that of the tokens, or the one that the account is on. */
  chainId: z.optional(Caip2),
})
export type SwapRequest = z.infer<typeof SwapRequest>
