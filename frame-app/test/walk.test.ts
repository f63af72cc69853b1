/** A short random walk; the long one is in the full tier. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siteTime } from './support/modal.ts'
import { take, walk } from './support/site-walk.ts'

siteTime(0)

test('any sequence of changes: a connection that is reported answers, and one that answers is reported', async () => {
  await fc.assert(fc.asyncProperty(walk(25), take), { numRuns: 12 })
  expect.hasAssertions()
}, 60_000)
