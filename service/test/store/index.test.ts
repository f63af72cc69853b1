/** The gateway's index on SQLite, with the case [C206] of the attack corpus. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GatewayStore, openGatewayStore } from '@airlock/service/store/gateway.ts'
import { afterAll, beforeAll } from 'vitest'
import { describeIndex } from './index-conformance.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-index-'))
let store: GatewayStore

beforeAll(async () => {
  store = await openGatewayStore({ file: join(folder, 'gateway.db') })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

// The same store twice: a second connection in one process would block the first while it waits.
describeIndex('SQLite', () => [store, store])
