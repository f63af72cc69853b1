import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRanking } from './ranking.ts'

const [a, b, c] = ['https://a.example', 'https://b.example', 'https://c.example'] as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

describe('node ranking', () => {
  test('keeps the order of preference until there are samples', () => {
    expect(createRanking([a, b], { ping: () => after(1) }).order).toEqual([a, b])
  })

  test('prefers stable nodes over fast ones, and fast ones among equals', async () => {
    const speeds: Record<string, number> = { [a]: 400, [b]: 20, [c]: 100 }
    const ranking = createRanking([a, b, c], {
      ping: (url) => after(speeds[url] ?? 0).then(() => (url === b ? Promise.reject(new Error('down')) : undefined)),
    })
    const stop = ranking.start()
    await vi.advanceTimersByTimeAsync(2000)
    expect(ranking.order).toEqual([c, a, b])
    stop()
  })

  test('samples every 4 s while it runs, never before and never after', async () => {
    const ping = vi.fn(() => after(1))
    const ranking = createRanking([a, b], { ping })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ping).not.toHaveBeenCalled()
    const stop = ranking.start()
    await vi.advanceTimersByTimeAsync(8_100)
    expect(ping).toHaveBeenCalledTimes(6)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ping).toHaveBeenCalledTimes(6)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('stability counts for 0.7 and latency for 0.3, and a ping that takes a second has failed', async () => {
    // The clock of a test does not move the browser's own.
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const over = new AbortController()
      setTimeout(() => over.abort(), ms)
      return over.signal
    })
    // How many of ten samples have an answer, and how fast it is; to the others there is none.
    const nodes = (answers: Readonly<Record<string, readonly [number, number]>>) => {
      const asked = new Map<string, number>()
      return createRanking(Object.keys(answers), {
        ping(url, signal) {
          const nth = (asked.get(url) ?? 0) + 1
          asked.set(url, nth)
          const [good, ms] = answers[url] ?? [0, 0]
          if (nth <= good) return after(ms)
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))))
        },
      })
    }
    const orderOf = async (answers: Readonly<Record<string, readonly [number, number]>>) => {
      const ranking = nodes(answers)
      const stop = ranking.start()
      await vi.advanceTimersByTimeAsync(45_000) // ten samples
      stop()
      return ranking.order
    }
    // The slowest ping has taken 1000 ms. A has 0.7 × 1 + 0.3 × (1 - 0.8) = 0.76.
    // B has 0.7 × 0.9 + 0.3 × (1 - (0.9 × 500 + 0.1 × 1000) / 1000) = 0.765.
    expect(await orderOf({ [a]: [10, 800], [b]: [9, 500] })).toEqual([b, a])
    // B has 0.7 × 0.9 + 0.3 × (1 - (0.9 × 540 + 0.1 × 1000) / 1000) = 0.754.
    expect(await orderOf({ [b]: [9, 540], [a]: [10, 800] })).toEqual([a, b])
    timeout.mockRestore()
  })

  test('one node is never pinged', async () => {
    const ping = vi.fn(() => after(1))
    createRanking([a], { ping }).start()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ping).not.toHaveBeenCalled()
  })

  test('only the last ten samples count', async () => {
    let isDown = true
    const ranking = createRanking([a, b], {
      ping: (url) => (url === a && isDown ? Promise.reject(new Error('down')) : after(url === a ? 1 : 50)),
    })
    const stop = ranking.start()
    await vi.advanceTimersByTimeAsync(4_100 * 5)
    expect(ranking.order).toEqual([b, a])
    isDown = false
    await vi.advanceTimersByTimeAsync(4_100 * 12)
    expect(ranking.order).toEqual([a, b])
    stop()
  })

  test('a failing node is passed over, a refusal of the node is final', async () => {
    const ranking = createRanking([a, b], { ping: () => after(1) })
    const tried: string[] = []
    const attempt = (url: string) => {
      tried.push(url)
      return url === a ? Promise.reject(new Error('NETWORK')) : Promise.resolve('answer')
    }
    await expect(ranking.first(attempt, () => true)).resolves.toBe('answer')
    expect(tried).toEqual([a, b])
    await expect(
      ranking.first(
        () => Promise.reject(new Error('revert')),
        () => false,
      ),
    ).rejects.toThrow('revert')
  })
})
