import { expect, test } from 'vitest'
import { dealt, readShard } from './shard.mjs'
import { timesPage } from './times.mjs'

test('a run is whole, or one of several parts', () => {
  expect(readShard([])).toEqual({ index: 1, count: 1 })
  expect(readShard(['--shard', '2/3'])).toEqual({ index: 2, count: 3 })
  expect(readShard(['--shard=3/3'])).toEqual({ index: 3, count: 3 })
  for (const wrong of [
    ['--shard'],
    ['--shard', '0/3'],
    ['--shard', '4/3'],
    ['--shard=1'],
    ['2/3'],
    ['a', '1/2'],
    ['--shard', '1/3', 'x'],
  ])
    expect(() => readShard(wrong), wrong.join(' ')).toThrow('usage: --shard')
})

test('the parts of a run have each browser test once, and neighbours in different parts', () => {
  const tests = Array.from({ length: 10 }, (_, nth) => `  specs/a.spec.ts:${nth}:1 › group › test ${nth}`)
  const list = ['Listing tests:', ...tests, 'Total: 10 tests in 1 file', ''].join('\n')
  const parts = [1, 2, 3].map((index) => dealt(list, { index, count: 3 }))
  expect(parts.map(({ length }) => length)).toEqual([4, 3, 3])
  expect(parts.flat().sort()).toEqual([...tests].sort())
  expect(parts[1]?.[0]).toBe(tests[1])
})

test('the page of the times: lanes in their order, folders with their sums, the slowest files first', () => {
  const files = Array.from({ length: 50 }, (_, nth) => ({ file: `e2e/specs/${nth}.spec.ts`, ms: nth * 1000 }))
  const page = timesPage([{ name: 'unit', ms: 61_500 }], [...files, { file: 'docs/guides.test.ts', ms: 400 }], 90_000)
  expect(page).toContain('| unit | 61.5 |\n| all together | 90.0 |')
  expect(page).toContain('| e2e/specs | 1225.0 |\n| docs | 0.4 |')
  expect(page).toContain('## The 40 slowest files')
  expect(page.match(/\| e2e\/specs\/\d+\.spec\.ts \|.*/g)?.slice(0, 2)).toEqual([
    '| e2e/specs/49.spec.ts | 49.0 |',
    '| e2e/specs/48.spec.ts | 48.0 |',
  ])
  expect(page).not.toContain('e2e/specs/9.spec.ts')
})
