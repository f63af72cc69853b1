/**
 * Proof of the device key with each request (DPoP, RFC 9449). Freshness comes from our nonce, which uses the service's
 * clock: a device whose clock is a day off still works, and an old proof does not. Each proof is valid for one request
 * and one device.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Lookup } from '../../crypto/lookup.ts'
import type { Store } from '../../store/store.ts'
import { Refusal } from '../refusal.ts'
import { createDeviceKeys, type KnownKey } from './device-keys.ts'
import type { RateKeeper } from './rates.ts'

const bucketMs = 30_000
/** Five minutes; clients rely only on `serviceLimits.nonceLifetime`. Processes may differ by a minute. */
const nonceLifeMs = 5 * 60_000
export const leewayMs = 60_000

export type Nonces = {
  readonly issue: (now: number) => string
  /** End of validity, or undefined if expired or not issued by us. */
  readonly goodUntil: (nonce: string, now: number) => number | undefined
}

/** Stateless: a nonce is a time and its keyed hash, so every process can verify it. */
export function createNonces(lookup: Lookup): Nonces {
  const macOf = (bucket: string) => lookup('proof', `nonce|${bucket}`)
  return {
    issue(now) {
      const bucket = Math.floor(now / bucketMs).toString(36)
      return `${bucket}.${macOf(bucket)}`
    },
    goodUntil(nonce, now) {
      const [bucket = '', mac = '', more] = nonce.split('.')
      if (more !== undefined || !/^[0-9a-z]{1,12}$/.test(bucket)) return undefined
      const expected = Buffer.from(macOf(bucket))
      const given = Buffer.from(mac)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const issuedAt = Number.parseInt(bucket, 36) * bucketMs
      const until = issuedAt + nonceLifeMs
      return now <= until && issuedAt <= now + leewayMs ? until : undefined
    },
  }
}

const Claims = z.object({
  jti: z.string().check(z.minLength(8), z.maxLength(128)),
  htm: z.string(),
  htu: z.string().check(z.maxLength(2048)),
  iat: z.number(),
  nonce: z.optional(z.string().check(z.maxLength(128))),
  ath: z.optional(z.string().check(z.maxLength(64))),
})
export type DeviceKey = Pick<KnownKey, 'jkt' | 'jwk'>

export type ProofCheck = {
  readonly proof: string | undefined
  readonly method: string
  /** Public URL of the endpoint, without query. */
  readonly url: string
  /** With a session: the access token that the proof must be bound to. */
  readonly accessToken?: string | undefined
  readonly now: number
}

/** @throws {Refusal} PROOF_INVALID, USE_DPOP_NONCE, RATE_LIMITED. */
export type ProofVerifier = (check: ProofCheck) => Promise<DeviceKey>

type Needs = {
  readonly nonces: Nonces
  readonly store: Pick<Store, 'transaction'>
  readonly rates: Pick<RateKeeper, 'count'>
  readonly lookup: Lookup
}

export function createProofVerifier({ nonces, store, rates, lookup }: Needs): ProofVerifier {
  const keys = createDeviceKeys()
  return async ({ proof, method, url, accessToken, now }) => {
    if (proof === undefined || proof.length > 4096) throw new Refusal('PROOF_INVALID')
    const { payload, jkt, jwk } = await verify(proof)
    const claims = Claims.safeParse(payload)
    if (!claims.success) throw new Refusal('PROOF_INVALID')
    const { jti, htm, htu, nonce, ath } = claims.data
    if (htm !== method || withoutQuery(htu) !== url) throw new Refusal('PROOF_INVALID')
    if (accessToken !== undefined && ath !== tokenHash(accessToken)) throw new Refusal('PROOF_INVALID')
    const goodUntil = nonce === undefined ? undefined : nonces.goodUntil(nonce, now)
    if (goodUntil === undefined) throw new Refusal('USE_DPOP_NONCE')
    const refusal = await store.transaction(async (tx) => {
      // Remembered for as long as the process with the slowest clock would accept the nonce.
      const isNew = await tx.proofs.remember(lookup('proof', `${jkt}|${jti}`), goodUntil + leewayMs)
      return isNew ? rates.count(tx.rates, 'callsOfDevicePerMinute', jkt, now) : new Refusal('PROOF_INVALID')
    })
    if (refusal) throw refusal
    return { jkt, jwk }
  }

  async function verify(proof: string): Promise<DeviceKey & { readonly payload: JWTPayload }> {
    try {
      const { payload, protectedHeader } = await jwtVerify(proof, async ({ jwk }) => (await keys.read(jwk)).key, {
        typ: 'dpop+jwt',
        algorithms: ['ES256'],
        requiredClaims: ['jti', 'htm', 'htu', 'iat'],
        // The device's clock is not checked; the nonce is.
        currentDate: new Date(0),
      })
      return { payload, ...(await keys.read(protectedHeader.jwk)) }
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new Refusal('PROOF_INVALID')
      throw error
    }
  }
}

/** Value of the proof's `ath` claim. */
export const tokenHash = (accessToken: string): string => createHash('sha256').update(accessToken).digest('base64url')

const withoutQuery = (url: string): string => {
  if (!URL.canParse(url)) return ''
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
