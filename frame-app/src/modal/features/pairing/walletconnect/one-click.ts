/**
 * Connecting and signing in with one prompt (CAIP-222). The client verifies only the signature;
 * this file checks that the signed object matches the request, and the page verifies everything again.
 */
import { Cacao, type SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import { type Caip2, isCaip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { isInTime } from '@airlock/protocol/sign-in/message.ts'
import * as z from 'zod/mini'
import { methodsOf } from './namespaces.ts'

/** The sign-in message requested with the connection; created by the page for its own domain. */
export interface OneClick {
  readonly chains: readonly Caip2[]
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** Converts to the client's names; it does not accept `undefined` fields. */
export function toAuthRequest({ chains, domain, uri, nonce, resources = [], ...rest }: OneClick) {
  const { statement, expirationTime: exp, notBefore: nbf, requestId } = rest
  return {
    chains: [...chains],
    domain,
    uri,
    nonce,
    resources: [...resources],
    methods: [...methodsOf('eip155')],
    ...(statement === undefined ? {} : { statement }),
    ...(exp === undefined ? {} : { exp }),
    ...(nbf === undefined ? {} : { nbf }),
    ...(requestId === undefined ? {} : { requestId }),
  }
}

/** Only the fields of the contract; any that a wallet adds are dropped. */
const { h, p, s } = Cacao.shape
const Signed = z.object({ h: z.object(h.shape), p: z.object(p.shape), s: z.object(s.shape) })
type Payload = Cacao['p']

const Answer = z.object({
  // An unreadable list becomes `[null]`, which fails the check.
  auths: z.catch(z.optional(z.array(z.unknown()).check(z.maxLength(16))), [null]),
  session: z.optional(z.unknown()),
})

/**
 * @param wordsOf the signed text, from the payload of a signed object
 * @returns the session of the pairing, not validated, and the sign-ins: empty if the wallet has only connected,
 * `undefined` if it has signed something else than requested
 */
export function readProofs(
  answer: unknown,
  asked: OneClick,
  wordsOf: (payload: Payload, iss: string) => string,
  now: number,
): { readonly session: unknown; readonly sessions: readonly SignInSession[] | undefined } {
  const { auths, session } = z.catch(Answer, { auths: undefined }).parse(answer)
  const sessions = (auths ?? []).map((auth) => readProof(auth, asked, wordsOf, now))
  return { session, sessions: sessions.every((one) => one !== undefined) ? sessions : undefined }
}

function readProof(
  auth: unknown,
  asked: OneClick,
  wordsOf: (payload: Payload, iss: string) => string,
  now: number,
): SignInSession | undefined {
  const parsed = Signed.safeParse(auth)
  if (!parsed.success) return undefined
  const { h, p, s } = parsed.data
  const { iss, domain, aud, nonce, version, iat, exp, nbf } = p
  const account = iss.replace(/^did:pkh:/, '')
  if (domain !== asked.domain || aud !== asked.uri || nonce !== asked.nonce || !isCaip10(account)) return undefined
  const { chainId, address } = parseCaip10(account)
  if (!asked.chains.includes(chainId)) return undefined
  const times = {
    ...(exp === undefined ? {} : { expirationTime: exp }),
    ...(nbf === undefined ? {} : { notBefore: nbf }),
  }
  if (asked.expirationTime !== undefined && exp !== asked.expirationTime) return undefined
  if (asked.notBefore !== undefined && nbf !== asked.notBefore) return undefined
  if (!isInTime(times, now)) return undefined
  return {
    data: { accountAddress: address, chainId, uri: aud, version, issuedAt: iat, ...times },
    message: wordsOf(p, iss),
    signature: s.s,
    cacao: { h, p, s },
  }
}
