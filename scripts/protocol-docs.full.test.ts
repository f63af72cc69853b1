/** The generator of the protocol's documents, schemas and vectors. The gate compares its files with those of the repository. */
import { expect, test } from 'vitest'
import { generatedFiles } from './protocol-docs/files.ts'

test('two runs give the same files', () => {
  expect(generatedFiles()).toEqual(generatedFiles())
})
