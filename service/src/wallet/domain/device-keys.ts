/**
 * Keys of devices, as their proofs carry them. A device asks many things in a row: its key is read and named once, as long as it is among
 * those that were last seen.
 */
import { type CryptoKey, calculateJwkThumbprint, importJWK } from 'jose'
import * as z from 'zod/mini'
import { Refusal } from '../refusal.ts'

const PublicJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  y: z.string().check(z.regex(/^[\w-]{43}$/)),
  /** Whoever sends the private half too has no secret. */
  d: z.optional(z.undefined()),
})

export type KnownKey = {
  readonly key: CryptoKey
  /** RFC 7638 thumbprint: the name of the device. */
  readonly jkt: string
  /** The public key, as JSON text. */
  readonly jwk: string
}

export type DeviceKeys = {
  /** @throws {Refusal} PROOF_INVALID for what is no public key on P-256. */
  readonly read: (jwk: unknown) => Promise<KnownKey>
}

/** @param most that are kept, some hundred bytes each. */
export function createDeviceKeys({ most = 2_000 }: { readonly most?: number } = {}): DeviceKeys {
  /** By the point, in the order of use. */
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
  // A point that is not on the curve.
  if (!key || key instanceof Uint8Array) throw new Refusal('PROOF_INVALID')
  return { key, jkt: await calculateJwkThumbprint(jwk), jwk: JSON.stringify(jwk) }
}
