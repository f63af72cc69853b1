/** Reads the published vectors and schemas from disk, as a third party would, and checks that they belong together. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { digestOf, schemasPath, versionFiles } from '../../scripts/protocol-docs/files.ts'
import { readVectors, vectorNames } from '../../scripts/protocol-docs/read-vectors.ts'
import type { Session } from '../../scripts/protocol-docs/sessions.ts'
import type { MessageVectors, MethodVectors, SchemaVectors } from '../../scripts/protocol-docs/vectors.ts'

export interface Kit {
  readonly protocol: { readonly min: number; readonly max: number }
  readonly digest: string
  readonly messages: readonly MessageVectors[]
  /** Params of the methods that a wallet answers. */
  readonly rpc: readonly MethodVectors[]
  readonly sessions: readonly Session[]
  readonly handshake: (name: 'HELLO' | 'INIT' | 'READY') => SchemaVectors
  readonly schemas: ReadonlyMap<string, ValidateFunction>
}

const vectors = 'protocol/test/vectors'

export const kitRoot = resolve(import.meta.dirname, '../..')

/** @throws {Error} if a file was changed, is missing, or belongs to another version. */
export function readKit(root: string = kitRoot): Kit {
  const paths = [schemasPath, ...vectorNames.map((name) => `${vectors}/${name}.json`)]
  const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const))
  const json = (path: string): unknown => JSON.parse(files.get(path) ?? readFileSync(join(root, path), 'utf8'))
  const digest = digestOf(files)
  const stated = versionFiles.map((path) => json(path) as { protocol: Kit['protocol']; digest: string })
  for (const [index, path] of versionFiles.entries())
    if (stated[index]?.digest !== digest)
      throw new Error(
        `${path} names ${stated[index]?.digest}, but schemas and vectors are ${digest}: they do not belong together`,
      )
  const { messages, sessions, handshake, rpc } = readVectors((name) => json(`${vectors}/${name}.json`))
  const schemas = json(schemasPath) as { $defs: Record<string, object> }
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
    messages,
    rpc,
    sessions,
    handshake(name) {
      const found = handshake.find(({ schema }) => schema === name)
      if (!found) throw new Error(`no vectors for ${name}`)
      return found
    },
    schemas: new Map(Object.entries(schemas.$defs).map(([name, schema]) => [name, ajv.compile(schema)])),
  }
}
