/** Reads the published vectors and schemas from disk, as a third party would, and checks that they belong together. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { digestOf, versionFiles } from '../../scripts/protocol-docs/files.ts'
import type { Session } from '../../scripts/protocol-docs/sessions.ts'
import type { MessageVectors, SchemaVectors } from '../../scripts/protocol-docs/vectors.ts'

export interface Kit {
  readonly protocol: { readonly min: number; readonly max: number }
  readonly digest: string
  readonly messages: readonly MessageVectors[]
  /** Params of the methods that a wallet answers, by namespace. */
  readonly rpc: Readonly<Record<string, readonly MethodVectors[]>>
  readonly sessions: readonly Session[]
  readonly handshake: (name: 'HELLO' | 'INIT' | 'READY') => SchemaVectors
  readonly schemas: ReadonlyMap<string, ValidateFunction>
}

export type MethodVectors = SchemaVectors & { readonly mayBeAbsent: boolean }

const vectors = 'protocol/test/vectors'

export const kitRoot = resolve(import.meta.dirname, '../..')
const folders = ['docs/protocol/schemas', vectors] as const

/** @throws {Error} if a file was changed, is missing, or belongs to another version. */
export function readKit(root: string = kitRoot): Kit {
  const files = new Map<string, string>(
    folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.json'))
        .map((path) => [`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8')] as const),
    ),
  )
  const json = (path: string): unknown => JSON.parse(files.get(path) ?? readFileSync(join(root, path), 'utf8'))
  const digest = digestOf(files)
  const stated = versionFiles.map((path) => json(path) as { protocol: Kit['protocol']; digest: string })
  for (const [index, path] of versionFiles.entries())
    if (stated[index]?.digest !== digest)
      throw new Error(
        `${path} names ${stated[index]?.digest}, but schemas and vectors are ${digest}: they do not belong together`,
      )
  const handshake = json(`${vectors}/handshake.json`) as SchemaVectors[]
  const below = (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${vectors}/${folder}/`)).sort()
  const ajv = new Ajv2020({
    unicode: false,
    logger: false,
    unicodeRegExp: false,
    strictTypes: false,
    strictTuples: false,
  })
  return {
    protocol: stated[0]?.protocol ?? { min: 0, max: 0 },
    digest,
    messages: [...below('host'), ...below('wallet')].map((path) => json(path) as MessageVectors),
    rpc: Object.fromEntries(
      below('rpc').map((path) => [basename(path, '.json'), json(path) as readonly MethodVectors[]]),
    ),
    sessions: json(`${vectors}/sessions.json`) as Session[],
    handshake(name) {
      const found = handshake.find(({ schema }) => schema === name)
      if (!found) throw new Error(`no vectors for ${name}`)
      return found
    },
    schemas: new Map(
      [...files.keys()]
        .filter((path) => path.startsWith('docs/protocol/schemas/'))
        .map((path) => [
          path.slice('docs/protocol/schemas/'.length, -'.json'.length),
          ajv.compile(json(path) as object),
        ]),
    ),
  }
}
