/** The gateway's stores on SQLite, with the cases [C114, C117, C121, C134, C135] of the attack corpus. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GatewayStore, openGatewayStore } from '@airlock/service/store/gateway.ts'
import { afterAll, beforeAll } from 'vitest'
import { describeNameStore, describeTokenListStore } from './gateway-conformance.ts'
import { describeIndex } from './index-conformance.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-gateway-stores-'))
const open = (name: string) => openGatewayStore({ file: join(folder, `${name}.db`) })
let index: GatewayStore

beforeAll(async () => {
  index = await open('index')
})
afterAll(async () => {
  await index.close()
  rmSync(folder, { recursive: true })
})

// The same store twice: a second connection in one process would block the first while it waits.
describeIndex('SQLite', () => [index, index])
describeNameStore('SQLite', async () => {
  const store = await open('names')
  return [store, store]
})
describeTokenListStore('SQLite', () => open('token-lists'))
