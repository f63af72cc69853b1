/** A purchase that a page asks its visitor to make. Everything in it is only filled in: the visitor sees and changes it. */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'

export const BuyRequest = z.strictObject({
  /** Whole units of the currency that is paid. */
  amount: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
  /** ISO 4217. Default: that of the visitor's country. One that nobody takes there is changed. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Symbol of what is bought, as the provider writes it. Default: the first on the list. */
  asset: z.optional(z.string().check(z.regex(/^[\w.$₮-]{1,12}$/))),
  /** The network to which it is paid out. Default: the first on which the asset is sold. */
  chainId: z.optional(Caip2),
})
export type BuyRequest = z.infer<typeof BuyRequest>
