/** The contracts that are shipped and deployed. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileContracts } from './contracts.ts'

test('the committed code is what the compiler makes of the committed source', () => {
  const compiled = compileContracts()
  expect(compiled.size).toBe(8)
  for (const [path, content] of compiled) expect(readFileSync(path, 'utf8'), path).toBe(content)
}, 120_000)
