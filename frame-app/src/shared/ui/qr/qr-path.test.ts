import { expect, test } from 'vitest'
import { ghostShape, qrShape } from './qr-path.ts'

const uri = `wc:${'a1'.repeat(32)}@2?expiryTimestamp=1800000000&relay-protocol=irn&symKey=${'b2'.repeat(32)}`

/** The modules that a path covers. */
function modules(path: string): Set<string> {
  const covered = new Set<string>()
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = 0; at < Number(width); at++) covered.add(`${Number(x) + at},${y}`)
  return covered
}

test('a pairing code has the three eyes, and as many modules as the ghost that keeps its place', () => {
  const { size, path } = qrShape(uri)
  expect(size).toBe(57)
  const dark = modules(path)
  for (const [x, y] of [
    [3, 3],
    [53, 3],
    [3, 53],
  ])
    expect(dark.has(`${x},${y}`)).toBe(true)
  expect(dark.has('1,1')).toBe(false)
  expect(path.replaceAll(/M\d+ \d+h\d+v1h-\d+z/g, '')).toBe('')
})

test('the ghost fills the same square and is no code', () => {
  const dark = [...modules(ghostShape(57).path)].map((at) => at.split(',').map(Number))
  expect(Math.max(...dark.flat())).toBe(56)
  // The finder patterns of a real code have a white ring; without it, no scanner detects them.
  expect(dark.some(([x, y]) => x === 1 && y === 1)).toBe(true)
})
