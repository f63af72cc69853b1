/** The signed list of a build's files. Browsers do not check it; `npm run verify` does. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { versions } from '@airlock/protocol/handshake.ts'
import * as z from 'zod/mini'

export const manifestName = 'manifest.json'
/** The Ed25519 signature of the manifest's bytes, in base64. */
export const signatureName = 'manifest.sig'

const Path = z.string().check(z.regex(/^(?!.*\.\.)[\w-][\w./-]{0,199}$/))
const Version = z.int().check(z.minimum(1))

export const Manifest = z.strictObject({
  format: z.literal(1),
  /** Build id announced in HELLO. */
  buildId: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  /** Protocol versions of the build. `min` is the floor: a peer below it is refused. */
  protocol: z.strictObject({ min: Version, max: Version }),
  /** Pages are hashed without a project record. */
  files: z.record(
    Path,
    z.strictObject({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)), size: z.int().check(z.minimum(0)) }),
  ),
  /** The SDK for script tags, by URL of each exact version: the value of the tag's `integrity`. */
  sdk: z.optional(z.record(Path, z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/)))),
})
export type Manifest = z.infer<typeof Manifest>

/** Contains one folder per version. */
export const sdkFolder = 'sdk/'

/** A script's `integrity` value. */
export const integrityOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The bytes to sign and serve; deterministic for a build. */
export function writeManifest(buildId: string, files: ReadonlyMap<string, Uint8Array>): string {
  const sdk = [...files].filter(([path]) => path.startsWith(sdkFolder)).sort(byPath)
  const manifest: Manifest = {
    format: 1,
    buildId,
    protocol: { min: versions.min, max: versions.max },
    files: Object.fromEntries(
      [...files].sort(byPath).map(([path, bytes]) => [path, { sha256: sha256(bytes), size: bytes.length }]),
    ),
    ...(sdk.length > 0 && { sdk: Object.fromEntries(sdk.map(([path, bytes]) => [path, integrityOf(bytes)])) }),
  }
  return `${JSON.stringify(z.parse(Manifest, manifest), null, 2)}\n`
}

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

export const signManifest = (text: string, key: KeyObject): string =>
  `${sign(null, Buffer.from(text), ed25519(key)).toString('base64')}\n`

export function isSigned(text: Uint8Array, signature: string, key: KeyObject): boolean {
  return verify(null, text, ed25519(key), Buffer.from(signature.trim(), 'base64'))
}

/** Short name of a public key, to be read aloud: the first 16 hex digits of the hash of its SPKI form. */
export const fingerprint = (key: KeyObject): string =>
  sha256(ed25519(key).export({ type: 'spki', format: 'der' })).slice(0, 16)

/** @throws {Error} for another kind of key: the algorithm is fixed. */
function ed25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key')
  return key
}

export const publicPem = (key: KeyObject): string => {
  const publicKey = key.type === 'public' ? key : createPublicKey(key)
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}
