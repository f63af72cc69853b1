/**
 * Sign-in by a signed message (CAIP-122; its text for EVM chains is EIP-4361). The page creates the message and keeps the
 * session.
 */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'
import { line } from '../../scalars/line.ts'
import { Link, text } from '../../scalars/values.ts'

/** RFC 3339, as in the message. */
const Moment = text(64)
/** The account of a session; `accountAddress` is empty while the signer is unknown. */
const subject = { chainId: Caip2, accountAddress: text(128) }
export const SignInSubject = z.strictObject(subject)

const spoken = {
  uri: Link,
  version: z.optional(text(8)),
  issuedAt: z.optional(Moment),
  expirationTime: z.optional(Moment),
  notBefore: z.optional(Moment),
}

/** A recap grants rights, which a sign-in must not do. Pairing clients look for the marker anywhere in a resource. */
const recap = /^(?!.*[uU][rR][nN]:[rR][eE][cC][aA][pP]:)/

/** The result of the page's `createMessage`: the text, and its parts, which allow a pairing to connect and sign in at once. */
export const SignInMessage = z.strictObject({
  text: text(4096),
  parts: z.optional(
    z.strictObject({
      ...spoken,
      domain: line(256),
      nonce: line(128),
      statement: z.optional(line(1024)),
      requestId: z.optional(line(128)),
      resources: z.optional(z.array(line(512).check(z.regex(recap))).check(z.maxLength(16))),
    }),
  ),
})
export type SignInMessage = z.infer<typeof SignInMessage>

const Words = text(4096)
/** The signed object of a one-click sign-in (CAIP-74). */
export const Cacao = z.strictObject({
  h: z.strictObject({ t: Words }),
  p: z.strictObject({
    iss: Words,
    domain: Words,
    aud: Words,
    version: Words,
    nonce: Words,
    iat: Words,
    statement: z.optional(Words),
    exp: z.optional(Words),
    nbf: z.optional(Words),
    requestId: z.optional(Words),
    /** The last one may be long: it contains the wallet's grants. */
    resources: z.optional(z.array(text(16_384)).check(z.maxLength(32))),
  }),
  s: z.strictObject({ t: z.enum(['eip191', 'eip1271']), s: text(16_384) }),
})
export type Cacao = z.infer<typeof Cacao>

/** A signed message with its account. Only the page can verify the signature, before it keeps the session. */
export const SignInSession = z.strictObject({
  data: z.strictObject({ ...subject, ...spoken }),
  /** May be longer than the requested text: a pairing adds the wallet's grants in words. */
  message: text(32_768),
  signature: text(16_384),
  cacao: z.optional(Cacao),
})
export type SignInSession = z.infer<typeof SignInSession>

/** One account signs in on a few chains at most. */
export const SignInSessions = z.strictObject({ sessions: z.array(SignInSession).check(z.maxLength(16)) })
