/** The registry of names on SQLite, with the cases [C115, C116, C120, C134, C135, C372] of the attack corpus. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeNames } from './names-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-names-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeNames('SQLite', async () => ({ file: join(folder, 'gateway.db') }), 1)
