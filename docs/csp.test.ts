/** The table of `csp.md` is the table of the tests: the same policies, with what they send and what becomes of them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { expectedResults, writeMatrix } from '../e2e/matrix/table.ts'

test('the guide lists exactly the policies that are tested; `npm run matrix` writes it', () => {
  const guide = readFileSync(resolve(import.meta.dirname, 'csp.md'), 'utf8')
  expect(guide).toBe(writeMatrix(guide, expectedResults()))
})
