/**
 * Every quirk of a wallet in every flow: what we say is what the wallet does. `npm run zoo` prints the matrix, which the full tier plays too; the
 * gate plays some cells of each row.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampled } from '../../scripts/testing/gate-size.ts'
import { bitcoin } from './bitcoin/kind.ts'
import { eip155 } from './eip155/kind.ts'
import { play } from './flows.ts'
import { outcomesOf } from './outcomes.ts'
import { pairing } from './pairing/kind.ts'
import { polkadot } from './polkadot/kind.ts'
import { solana } from './solana/kind.ts'
import type { Kind } from './wallet.ts'

/** Every standard by which a wallet reaches the page. */
const kinds: readonly Kind[] = [eip155, solana, bitcoin, polkadot, pairing]

beforeEach(() => {
  vi.useFakeTimers()
  // Its clock is not faked.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController()
    setTimeout(() => end.abort(new DOMException('', 'TimeoutError')), ms)
    return end.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe.each(kinds.map((kind) => ({ ...kind, kind })))('$standard', ({ kind }) => {
  const rows = kind.wallets.map((wallet, row) => ({ ...wallet, row }))
  describe.each(rows)('a wallet that $quirk', ({ expects, create, row }) => {
    const cells = outcomesOf(kind, { expects })
    // Other flows in each row.
    const turn = row % 5
    test.each(sampled([...cells.slice(turn), ...cells.slice(0, turn)]))(
      '$flow: $outcome',
      async ({ flow, outcome }) => {
        expect(await play(kind, create(), flow)).toBe(outcome)
      },
    )
  })
})
