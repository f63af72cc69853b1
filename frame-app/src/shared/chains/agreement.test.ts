import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askTwo } from './agreement.ts'

type Node = number | 'down'
const ask = (nodes: readonly Node[]) => {
  const answer = vi.fn((node: Node) => (node === 'down' ? Promise.reject(new Error(node)) : Promise.resolve({ node })))
  return { answer, said: askTwo(nodes, answer) }
}
const agreed = { status: 'agreed', answer: { node: 6 } }
const disputed = { status: 'disputed' }

test.each<[nodes: readonly Node[], said: object, asked: number]>([
  [[6, 6], agreed, 2],
  [[6, 12], disputed, 2],
  [[6, 'down'], disputed, 2],
  [['down', 6], disputed, 2],
  [['down', 'down'], { status: 'silent' }, 2],
  [[6], agreed, 1],
  [['down'], { status: 'silent' }, 1],
  [[], { status: 'silent' }, 0],
  // The third is asked only in place of another one.
  [[6, 6, 12], agreed, 2],
  [['down', 6, 6], agreed, 3],
  [['down', 6, 12], disputed, 3],
  [['down', 'down', 6, 6], agreed, 4],
  [['down', 'down', 'down', 6], disputed, 4],
])('nodes that say %j', async (nodes, expected, asked) => {
  const { said, answer } = ask(nodes)
  expect(await said).toEqual(expected)
  expect(answer).toHaveBeenCalledTimes(asked)
})

describe('a node that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const never = () => new Promise<never>(() => {})

  test('is replaced after a while by the next one, and no more of them are asked', async () => {
    const asked = vi.fn((node: number) => (node === 0 ? never() : Promise.resolve(7)))
    const said = askTwo([0, 1, 2, 3], asked)
    await vi.advanceTimersByTimeAsync(2_499)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(await said).toEqual({ status: 'agreed', answer: 7 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledTimes(3)
  })

  test('still counts if it answers after all', async () => {
    const slow = (ms: number, answer: number) => new Promise<number>((done) => setTimeout(() => done(answer), ms))
    const said = askTwo([4_000, 10, 9_000], (ms) => slow(ms, ms === 4_000 ? 8 : 7))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await said).toEqual({ status: 'disputed' })
  })

  test('is waited for if there is no other', async () => {
    const slow = vi.fn((ms: number) => new Promise<number>((done) => setTimeout(() => done(7), ms)))
    const said = askTwo([10, 9_000], slow)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await said).toEqual({ status: 'agreed', answer: 7 })
    expect(slow).toHaveBeenCalledTimes(2)
  })
})
