/** A payment that a page prefills. The user sees and can change all of it. */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'

/** The network's own currency. */
export const nativeToken = 'native'

export const SendRequest = z.strictObject({
  /** An address or a name. */
  to: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** Units as decimal text: `"0.5"`. */
  amount: z.optional(z.string().check(z.regex(/^\d{1,78}(\.\d{1,36})?$/))),
  /** CAIP-10 of a contract or mint, or `native`. Default: `native`. */
  token: z.optional(z.string().check(z.maxLength(170), z.regex(/^(native|[a-z0-9]{3,8}:[-\w]{1,32}:[-.%\w]{1,128})$/))),
  /** Default: the token's network, or the account's current one. */
  chainId: z.optional(Caip2),
})
export type SendRequest = z.infer<typeof SendRequest>
