import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openLink } from '../src/links/open.ts'
import { createPresses } from '../src/press-round.ts'
import { policyOf } from './support.ts'

/**
 * WebKit's rule for windows, on its own clock: a timer has the press if it was set while the press was handled, and is due within a second.
 * What is set later, or in such a timer, has none.
 */
function createEngine() {
  let hasPress = false
  let isTimer = false
  const set = setTimeout
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
    const isCarried = hasPress && !isTimer && ms <= 1_000
    return set(() => {
      hasPress = isCarried
      isTimer = true
      work()
      hasPress = isTimer = false
    }, ms)
  })
  return {
    press(handle: () => void) {
      hasPress = true
      handle()
      hasPress = false
    },
    hasPress: () => hasPress,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a press', () => {
  test('is there for work that comes up to 0.9 s later', async () => {
    for (const ms of [0, 1, 14, 99, 350, 899]) {
      const engine = createEngine()
      const { frame } = createPresses()
      engine.press(frame.begin)
      await vi.advanceTimersByTimeAsync(ms)
      const done = frame.run(engine.hasPress)
      await vi.advanceTimersByTimeAsync(900)
      expect(await done, `${ms} ms`).toBe(true)
      vi.unstubAllGlobals()
    }
  })

  test('is over after 0.9 s: work runs at once, without it', async () => {
    const engine = createEngine()
    const { frame } = createPresses()
    engine.press(frame.begin)
    await vi.advanceTimersByTimeAsync(901)
    expect(frame.isOpen).toBe(false)
    expect(await frame.run(engine.hasPress)).toBe(false)
  })

  test('is spent once: of two works the first has it, and the other runs without it', async () => {
    const engine = createEngine()
    const { frame } = createPresses()
    engine.press(frame.begin)
    const works = [frame.run(engine.hasPress), frame.run(engine.hasPress)]
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all(works)).toEqual([true, false])
    expect(frame.isOpen).toBe(false)
  })

  test('opens nothing by itself, and a flood of them costs no more than one [C379]', async () => {
    const { frame } = createPresses()
    const set = vi.spyOn(globalThis, 'setTimeout')
    for (let count = 0; count < 1_000; count++) frame.begin()
    expect(set.mock.calls.length).toBeLessThan(20)
    set.mockRestore()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a second press serves work that the first one has not reached', async () => {
    const engine = createEngine()
    const { frame } = createPresses()
    engine.press(frame.begin)
    await vi.advanceTimersByTimeAsync(850)
    const done = frame.run(engine.hasPress)
    engine.press(frame.begin)
    await vi.advanceTimersByTimeAsync(1)
    expect(await done).toBe(true)
  })

  test('work that fails rejects, and the next press still serves', async () => {
    const { frame } = createPresses()
    frame.begin()
    const failed = expect(
      frame.run(() => {
        throw new Error('a wallet that throws')
      }),
    ).rejects.toThrow('a wallet that throws')
    await vi.advanceTimersByTimeAsync(0)
    await failed
    frame.begin()
    const done = frame.run(() => 'done')
    await vi.advanceTimersByTimeAsync(0)
    expect(await done).toBe('done')
  })
})

describe('a link in WebKit', () => {
  const site = { url: 'https://wallet.example/', target: 'blank' } as const
  const stub = () => {
    const engine = createEngine()
    const opened: boolean[] = []
    vi.stubGlobal('navigator', { userActivation: { isActive: true }, vendor: 'Apple Computer, Inc.', userAgent: '' })
    vi.stubGlobal('window', { open: () => void opened.push(engine.hasPress()) })
    return { engine, opened }
  }

  test('opens with the press of the frame, without waiting until the modal is older', async () => {
    const { engine, opened } = stub()
    const presses = createPresses()
    engine.press(presses.frame.begin)
    const opening = openLink(site, policyOf({ presses, shownMs: () => 300 }))
    await vi.advanceTimersByTimeAsync(20)
    expect(await opening).toEqual({ opened: true })
    expect(opened).toEqual([true])
  })

  test('is refused when the press is over, since WebKit would not say that nothing has opened', async () => {
    const { engine, opened } = stub()
    const presses = createPresses()
    engine.press(presses.frame.begin)
    await vi.advanceTimersByTimeAsync(1_000)
    await expect(openLink(site, policyOf({ presses }))).rejects.toMatchObject({ code: 'NEEDS_CLICK' })
    expect(opened).toEqual([])
  })

  test('is refused for a press in the page [C379]', async () => {
    const { engine, opened } = stub()
    const presses = createPresses()
    engine.press(presses.page.begin)
    await expect(openLink(site, policyOf({ presses }))).rejects.toMatchObject({ code: 'NEEDS_CLICK' })
    expect(opened).toEqual([])
  })
})
