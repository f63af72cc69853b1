/** What generators write: contracts, documents, schemas and vectors. The gate compares their files with those of the repository. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { artefact, compile } from '../e2e/world/token-contracts/compile.ts'
import { compileContracts } from './contracts.ts'
import { generatedFiles } from './protocol-docs/files.ts'

test('the committed code is what the compiler makes of the committed source', () => {
  const compiled = compileContracts()
  // Three with a file of their own, and that of the local world.
  expect(compiled.size).toBe(4)
  for (const [path, content] of compiled) expect(readFileSync(path, 'utf8'), path).toBe(content)
}, 120_000)

test('the codes of the contracts are those of their sources: npm run contracts', { timeout: 60_000 }, () => {
  expect(readFileSync(artefact, 'utf8')).toBe(compile())
})

test('two runs give the same files', () => {
  expect(generatedFiles()).toEqual(generatedFiles())
})
