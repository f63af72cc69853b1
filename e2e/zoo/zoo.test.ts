/** Every quirk of a wallet in every flow: what we say is what the wallet does. `npm run zoo` prints the matrix. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { flowNames, play, usual } from './flows.ts'
import { quirks } from './quirks.ts'

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

describe.each(Object.entries(quirks))('a wallet that %s', (_, quirk) => {
  const { connect, switch: switched } = quirk.expects ?? {}
  const cells = flowNames.map((flow) => {
    const likeAnother = connect ? 'not connected' : flow === 'switch at once' ? switched : undefined
    return { flow, outcome: quirk.expects?.[flow] ?? likeAnother ?? usual[flow] }
  })
  test.each(cells)('$flow: $outcome', async ({ flow, outcome }) => {
    expect(await play(quirk, flow)).toBe(outcome)
  })
})
