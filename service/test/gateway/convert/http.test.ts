import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeSwapsOverHttp } from './http-contract.ts'

describeSwapsOverHttp('SQLite', async () => ({
  file: join(mkdtempSync(join(tmpdir(), 'airlock-swaps-')), 'gateway.db'),
}))
