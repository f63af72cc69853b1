/** The messages between a page and its own server for sign-in, and the content of the server's cookie. */
import * as z from 'zod/mini'
import { Caip2 } from '../scalars/caip.ts'
import { line } from '../scalars/line.ts'
import { text } from '../scalars/values.ts'

export const NonceAnswer = z.strictObject({ nonce: line(128) })

export const Failure = z.strictObject({ code: text(64), message: text(512) })

/** The facts of a verified message. The message and its signature are not kept, because they are not needed after verification. */
export const KeptSession = z.strictObject({
  chainId: Caip2,
  accountAddress: text(128),
  uri: text(2048),
  issuedAt: text(64),
  expirationTime: text(64),
  notBefore: z.optional(text(64)),
})
export type KeptSession = z.infer<typeof KeptSession>
export const KeptSessions = z.array(KeptSession).check(z.maxLength(16))
