/** Every trouble of a node in everything that the frames ask of it. `npm run zoo` prints the matrix; the gate plays a part. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, openChain } from '../../../frame-app/test/support/approval-desk.ts'
import { sampled } from '../../../scripts/testing/gate-size.ts'
import { type Column, openTroubledNode, playRead, usual } from './reads.ts'
import { troubles } from './troubles.ts'

let chain: Chain
beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain.stop())

const rows = Object.entries(troubles).map(([name, make], row) => [name, make, row] as const)
describe.each(rows)('a node with %s', (_, make, row) => {
  const cells = Object.entries({ ...usual, ...make().expects })
  test.concurrent.each(sampled([...cells.slice(row % 5), ...cells.slice(0, row % 5)]))(
    '%s: %s',
    async (column, outcome) => {
      const node = await openTroubledNode(chain, make())
      try {
        expect(await playRead(chain, node.url, column as Column)).toBe(outcome) // as: the keys of the table
      } finally {
        node.stop()
      }
    },
  )
})
