/** Every trouble of a node in everything that the frames ask of it. `npm run zoo` prints the matrix. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, openChain } from '../../../frame-app/test/support/approval-desk.ts'
import { type Column, openTroubledNode, playRead, usual } from './reads.ts'
import { troubles } from './troubles.ts'

let chain: Chain
beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain.stop())

describe.each(Object.entries(troubles))('a node with %s', (_, make) => {
  const cells = Object.entries({ ...usual, ...make().expects })
  test.concurrent.each(cells)('%s: %s', async (column, outcome) => {
    const node = await openTroubledNode(chain, make())
    try {
      expect(await playRead(chain, node.url, column as Column)).toBe(outcome) // as: the keys of the table
    } finally {
      node.stop()
    }
  })
})
