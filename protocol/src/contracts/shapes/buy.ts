/** A purchase that a page prefills. The user sees and can change all of it. */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'

export const BuyRequest = z.strictObject({
  /** Amount to pay in whole units of the currency. */
  amount: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
  /** ISO 4217. Default: the currency of the user's country. A currency that no provider accepts there is replaced. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Symbol of the asset to buy, as the provider writes it. Default: the first in the list. */
  asset: z.optional(z.string().check(z.regex(/^[\w.$₮-]{1,12}$/))),
  /** The network on which the asset is delivered. Default: the first on which it is sold. */
  chainId: z.optional(Caip2),
})
