/** The gateway's store of token lists on SQLite. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGatewayStore } from '@airlock/service/store/gateway.ts'
import { afterAll } from 'vitest'
import { describeTokenListStore } from './token-lists.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-token-lists-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeTokenListStore('SQLite', () => openGatewayStore({ file: join(folder, 'gateway.db') }))
