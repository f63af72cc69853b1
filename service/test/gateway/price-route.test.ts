/** Prices over HTTP on SQLite, with the case [C103] of the attack corpus. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describePrices } from './prices-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-price-stores-'))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
describePrices('SQLite', async () => {
  made += 1
  return { file: join(folder, `gateway-${made}.db`) }
})
