import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { artefact, compile } from './compile.ts'

test('the codes of the contracts are those of their sources: npm run contracts', { timeout: 60_000 }, () => {
  expect(readFileSync(artefact, 'utf8')).toBe(compile())
})
