import { expect, test, vi } from 'vitest'
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
