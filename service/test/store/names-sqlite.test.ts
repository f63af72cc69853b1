/** The gateway's store of names on SQLite, with the cases [C117, C121, C134, C135] of the attack corpus. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGatewayStore } from '@airlock/service/store/gateway.ts'
import { afterAll } from 'vitest'
import { describeNameStore } from './names.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-name-store-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeNameStore('SQLite', async () => {
  const store = await openGatewayStore({ file: join(folder, 'gateway.db') })
  return [store, store]
})
