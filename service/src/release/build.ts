/**
 * Last step of `npm run build`: seals the frame's pages, lists every file with its hash and signs the list. The
 * operator's key comes from AIRLOCK_SIGNING_KEY (PEM) or AIRLOCK_SIGNING_KEY_FILE; without one, a key is made for this
 * build alone. The public half is written beside the build in both cases.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Manifest, manifestName, publicPem, signatureName, signManifest, writeManifest } from './manifest.ts'
import { sealPage } from './seal.ts'

/** All files of a folder, by path with forward slashes. */
export function readBuild(folder: string): Map<string, Uint8Array> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [
        path
          .slice(folder.length + 1)
          .split(sep)
          .join('/'),
        new Uint8Array(readFileSync(path)),
      ]
    }),
  )
}

/** @throws {Error} when the folder already contains a sealed build. */
export function releaseBuild(folder: string, buildId: string, key: KeyObject): Manifest {
  const files = readBuild(folder)
  for (const [path, bytes] of files) {
    if (!path.endsWith('.html')) continue
    const sealed = sealPage(Buffer.from(bytes).toString('utf8'), files)
    files.set(path, new Uint8Array(Buffer.from(sealed)))
    writeFileSync(join(folder, path), sealed)
  }
  const manifest = writeManifest(buildId, files)
  writeFileSync(join(folder, manifestName), manifest)
  writeFileSync(join(folder, signatureName), signManifest(manifest, key))
  return JSON.parse(manifest) as Manifest // just written
}

/** @throws {Error} when the key is not a private Ed25519 key. */
export function signingKey(env: Readonly<Record<string, string | undefined>>): {
  key: KeyObject
  isThrowAway: boolean
} {
  const file = env.AIRLOCK_SIGNING_KEY_FILE
  const pem = env.AIRLOCK_SIGNING_KEY ?? (file === undefined ? undefined : readFileSync(file, 'utf8'))
  if (pem === undefined) return { key: generateKeyPairSync('ed25519').privateKey, isThrowAway: true }
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The signing key is not an Ed25519 key')
  return { key, isThrowAway: false }
}

export function main(folder: string, buildId: string, publicKeyFile: string): void {
  const { key, isThrowAway } = signingKey(process.env)
  const { sdk = {} } = releaseBuild(folder, buildId, key)
  const pem = publicPem(key)
  writeFileSync(publicKeyFile, pem)
  const kind = isThrowAway ? 'a throw-away development key' : 'the release key'
  console.log(`${folder} ${buildId}, signed with ${kind}`)
  for (const [path, integrity] of Object.entries(sdk)) console.log(`/${path} integrity="${integrity}"`)
}
