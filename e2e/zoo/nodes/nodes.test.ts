/** Every trouble of a node in everything that the frames ask of it. `npm run zoo` prints the matrix; the gate plays a part. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChain } from '../../../frame-app/test/support/approval-desk.ts'
import { startBundler } from '../../../frame-app/test/support/bundler.ts'
import { sampled } from '../../../scripts/testing/gate-size.ts'
import { startSvmNode } from '../../world/svm/node.ts'
import { type Column, entryPoint, type Nodes, openTroubledNode, playRead, usual } from './reads.ts'
import { troubles } from './troubles.ts'

let nodes: Nodes
beforeAll(async () => {
  const [chain, solana] = await Promise.all([
    openChain(),
    startSvmNode({ genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' }),
  ])
  nodes = { chain, solana, bundler: await startBundler(chain, entryPoint) }
}, 60_000)
afterAll(async () => {
  await Promise.all([nodes.solana.stop(), nodes.bundler.stop()])
  await nodes.chain.stop()
})

const rows = Object.entries(troubles).map(([name, make], row) => [name, make, row] as const)
describe.each(rows)('a node with %s', (_, make, row) => {
  const cells = Object.entries({ ...usual, ...make().expects }) as [Column, string][] // as: the keys of the table
  test.concurrent.each(sampled([...cells.slice(row % 5), ...cells.slice(0, row % 5)]))(
    '%s: %s',
    async (column, outcome) => {
      const node = await openTroubledNode(nodes, column, make())
      try {
        expect(await playRead(nodes, node.url, column)).toBe(outcome)
      } finally {
        node.stop()
      }
    },
  )
})
