/** Reads the conformance vectors from disk, as a third party would. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '../../../scripts/protocol-docs/sessions.ts'
import type { MessageVectors, SchemaVectors } from '../../../scripts/protocol-docs/vectors.ts'

const folder = join(import.meta.dirname, '../vectors')
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'))

export const messageVectors: readonly MessageVectors[] = ['host', 'wallet'].flatMap((link) =>
  readdirSync(join(folder, link), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => read(join(link, path)) as MessageVectors),
)
export const sessionVectors = read('sessions.json') as Session[]
export const handshakeVectors = read('handshake.json') as SchemaVectors[]
export const rpcVectors = readdirSync(join(folder, 'rpc')).flatMap((file) =>
  (read(join('rpc', file)) as (SchemaVectors & { mayBeAbsent: boolean })[]).map((vectors) => ({
    ...vectors,
    namespace: file.slice(0, -'.json'.length),
  })),
)
