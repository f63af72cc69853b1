/** What a page and its own server exchange for sign-in, and what the server keeps in its cookie. */
import * as z from 'zod/mini'
import { Caip2 } from '../scalars/caip.ts'
import { line } from '../scalars/line.ts'
import { text } from '../scalars/values.ts'

export const NonceAnswer = z.strictObject({ nonce: line(128) })

export const Failure = z.strictObject({ code: text(64), message: text(512) })

/** The facts of a verified message. The message and its signature are not kept: they have proved what they were for. */
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
