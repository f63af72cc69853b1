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
