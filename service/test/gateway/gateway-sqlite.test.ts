/** The gateway's routes on SQLite, with the cases [C103, C115, C116, C120, C134, C135, C372] of the attack corpus. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeSwapsOverHttp } from './convert/http-contract.ts'
import { describeNames } from './names-contract.ts'
import { describePrices } from './prices-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-gateway-'))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
const newDatabase = async () => {
  made += 1
  return { file: join(folder, `gateway-${made}.db`) }
}

describePrices('SQLite', newDatabase)
describeNames('SQLite', newDatabase, 1)
describeSwapsOverHttp('SQLite', newDatabase)
