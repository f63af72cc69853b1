/** Everything that `npm run protocol:docs` writes: text by path from the repository's root. */
import { createHash } from 'node:crypto'
import { versions } from '../../protocol/src/handshake.ts'
import { inLines } from '../in-lines.ts'
import { protocolPage } from './markdown.ts'
import { schemaFile } from './schemas.ts'
import { vectorFiles } from './vectors.ts'

/** Folders with generated files only: a file there that is not in `generatedFiles()` is stale. */
export const generatedFolders = ['docs/protocol', 'protocol/test/vectors'] as const

export const schemasPath = 'docs/protocol/schemas.json'

export function generatedFiles(): Map<string, string> {
  const files = new Map<string, string>([
    ['docs/protocol.md', protocolPage()],
    [schemasPath, `${inLines(schemaFile(), 160)}\n`],
  ])
  for (const [name, vectors] of Object.entries(vectorFiles()))
    files.set(`protocol/test/vectors/${name}.json`, `${compact(vectors)}\n`)
  const version = `${JSON.stringify({ protocol: { ...versions }, digest: digestOf(files) }, null, 2)}\n`
  for (const path of versionFiles) files.set(path, version)
  return files
}

/** Schemas and vectors belong together: both folders contain the protocol versions and one digest over all files of both. */
export const versionFiles = ['docs/protocol/version.json', 'protocol/test/vectors/version.json'] as const

/** SHA-256 over name and text of each schema and vector file, in the order of their names. */
export function digestOf(files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (/^(docs\/protocol|protocol\/test\/vectors)\/(?!version\.json$)/.test(path))
      hash.update(`${path}\n${text.length}\n`).update(text)
  return `sha256:${hash.digest('hex')}`
}

/** JSON with one line per list item, so that a changed vector is a changed line. */
function compact(value: unknown, indent = ''): string {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'object' && item !== null)) {
    const inner = `${indent}  `
    const isList = value.some((item) => Object.hasOwn(item as object, 'valid'))
    return `[\n${value.map((item) => inner + (isList ? compact(item, inner) : JSON.stringify(item))).join(',\n')}\n${indent}]`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const inner = `${indent}  `
  return `{\n${Object.entries(value)
    .map(([key, item]) => `${inner}${JSON.stringify(key)}: ${compact(item, inner)}`)
    .join(',\n')}\n${indent}}`
}
