/** The contracts that are shipped and deployed: whether their code is that of their source. The full tier compiles them again. */
import { expect, test } from 'vitest'
import * as z from 'zod'
import { artefactOf, contractFolders, sourceHash, sourcesIn } from './contracts.ts'

test('each committed artefact was made from the committed source', () => {
  const sources = contractFolders.flatMap(sourcesIn)
  expect(sources.length).toBe(8)
  for (const source of sources)
    expect(z.object({ source: z.string() }).parse(artefactOf(source)).source, source).toBe(sourceHash(source))
})
