/** The store's conformance tests on SQLite, with the cases [C93, C95] of the attack corpus, and tests for SQLite alone. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKek } from '@airlock/service/crypto/kek.ts'
import { openStore } from '@airlock/service/store/open.ts'
import type { Store } from '@airlock/service/store/store.ts'
import { afterAll, beforeAll } from 'vitest'
import { describeStore } from './conformance/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-store-'))
let store: Store

beforeAll(async () => {
  store = await openStore({ place: { file: join(folder, 'wallet.db') }, kek: createKek(randomBytes(32)) })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

// The same store twice: a second connection in one process would block the first while it waits. Two processes:
// `processes.full.test.ts`.
describeStore('SQLite', () => [store, store])
