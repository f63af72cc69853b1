/** Compares the files of a built folder with its signed manifest. */
import type { KeyObject } from 'node:crypto'
import { readBuild } from './build.ts'
import { isSigned, Manifest, manifestName, sdkFolder, sha256, signatureName } from './manifest.ts'

/** One sentence per difference; empty if the folder matches its signature. */
export function folderDifferences(folder: string, key: KeyObject): readonly string[] {
  const files = readBuild(folder)
  const text = files.get(manifestName)
  const signature = files.get(signatureName)
  if (!text || !signature) return [`${manifestName} or ${signatureName} is missing`]
  if (!isSigned(text, Buffer.from(signature).toString('utf8'), key)) return ['the signature is not from this key']
  const manifest = Manifest.parse(JSON.parse(Buffer.from(text).toString('utf8')))
  // Scripts of earlier versions are in the manifests of their own releases.
  const isExempt = (path: string) => path === manifestName || path === signatureName || path.startsWith(sdkFolder)
  const unlisted = [...files.keys()].filter((path) => manifest.files[path] === undefined && !isExempt(path))
  return [
    ...Object.entries(manifest.files).flatMap(([path, { sha256: hash }]) => {
      const bytes = files.get(path)
      if (!bytes) return [`${path} is missing`]
      return sha256(bytes) === hash ? [] : [`${path} is not the file that was signed`]
    }),
    ...unlisted.map((path) => `${path} is not in the manifest`),
  ]
}
