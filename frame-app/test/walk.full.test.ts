/** A random walk of 10,000 steps. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siteTime } from './support/modal.ts'
import { take, walk } from './support/site-walk.ts'

siteTime(0)

test('ten thousand steps: a connection that is reported answers, and one that answers is reported', async () => {
  await fc.assert(fc.asyncProperty(walk(100), take), { numRuns: 100 })
  expect.hasAssertions()
}, 900_000)
