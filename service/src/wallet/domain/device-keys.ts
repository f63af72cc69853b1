/**
 * Public device keys from proofs. A device sends many requests in a row, so its imported key and thumbprint are cached
 * (least recently used evicted).
 */
import { type CryptoKey, calculateJwkThumbprint, importJWK } from 'jose'
import * as z from 'zod/mini'
import { Refusal } from '../refusal.ts'

const PublicJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  y: z.string().check(z.regex(/^[\w-]{43}$/)),
  /** Rejects a JWK with the private half: that key is no longer secret. */
  d: z.optional(z.undefined()),
})

export type KnownKey = {
  readonly key: CryptoKey
  /** RFC 7638 thumbprint; identifies the device. */
  readonly jkt: string
  /** Public key as JSON text. */
  readonly jwk: string
}

export type DeviceKeys = {
  /** @throws {Refusal} PROOF_INVALID when it is not a public P-256 key. */
  readonly read: (jwk: unknown) => Promise<KnownKey>
}

/** @param most maximum number of cached keys, some hundred bytes each */
export function createDeviceKeys({ most = 2_000 }: { readonly most?: number } = {}): DeviceKeys {
  /** By curve point, in order of last use. */
  const kept = new Map<string, KnownKey>()
  return {
    async read(raw) {
      const parsed = z.safeParse(PublicJwk, raw)
      if (!parsed.success) throw new Refusal('PROOF_INVALID')
      const { kty, crv, x, y } = parsed.data
      const point = `${x}.${y}`
      const known = kept.get(point) ?? (await load({ kty, crv, x, y }))
      kept.delete(point)
      kept.set(point, known)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      return known
    },
  }
}

async function load(jwk: { readonly kty: 'EC'; readonly crv: 'P-256'; x: string; y: string }): Promise<KnownKey> {
  const key = await importJWK(jwk, 'ES256').catch(() => undefined)
  // The point is not on the curve.
  if (!key || key instanceof Uint8Array) throw new Refusal('PROOF_INVALID')
  return { key, jkt: await calculateJwkThumbprint(jwk), jwk: JSON.stringify(jwk) }
}
