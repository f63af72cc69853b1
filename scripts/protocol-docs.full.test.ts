import { expect, test } from 'vitest'
import { generatedFiles } from './protocol-docs/files.ts'

test('two runs give the same files', () => {
  expect(generatedFiles()).toEqual(generatedFiles())
})
