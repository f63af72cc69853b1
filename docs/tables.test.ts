/** Tables of the guides are those of the code. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { managers, sets } from '../e2e/installs/table.ts'
import { expectedResults, writeMatrix } from '../e2e/matrix/table.ts'
import { groups } from '../frame-app/src/shared/i18n/locked.ts'
import { isThere, write } from '../scripts/statements.ts'
import { sections } from './support/statements.ts'

const read = (guide: string) => readFileSync(resolve(import.meta.dirname, guide), 'utf8')

// The same policies, with what they send and what becomes of them.
test('the guide lists exactly the policies that are tested; `npm run matrix` writes it', () => {
  const guide = read('csp.md')
  expect(guide).toBe(writeMatrix(guide, expectedResults()))
})

// Every set by every package manager, as a run of all wrote it.
test('the table of installs has a result in each cell, and all are fine; `npm run installs` writes it', () => {
  const [, table = ''] = read('installs.md').split('<!-- table -->\n')
  const [head = '', , ...rows] = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
  expect(head).toEqual(['', ...managers.map(({ name }) => name)])
  expect(rows.map(([name]) => name)).toEqual(sets.map(({ name }) => name))
  for (const [name, ...cells] of rows)
    expect(cells, name).toEqual(managers.map(() => expect.stringMatching(/^ok, \d+ s$/) as unknown))
})

// The texts that a page cannot replace.
test('the documented keys are the locked ones', () => {
  const [, table = ''] = /^\| locked \| groups and keys \|\n(.*?)\n\n/ms.exec(read('embedding.md')) ?? []
  const documented = [...table.matchAll(/`([^`]+)`/g)].map(([, key]) => key)
  const locked = Object.entries(groups).flatMap(([group, rule]) =>
    rule === 'free' ? [] : rule === 'locked' ? [`${group}.`] : rule.locked,
  )
  expect(documented.toSorted()).toEqual(locked.toSorted())
})

// Every statement of the specification has a proof or a ruling.
test('the statements of the specification name tests and decisions that exist', () => {
  const named = sections.flatMap(({ rows }) => rows.flatMap(([, ...evidence]) => evidence))
  expect(named.filter((evidence) => !isThere(evidence))).toEqual([])
  expect(isThere('docs/decisions.md › No such heading')).toBe(false)
  expect(isThere('docs/tables.test.ts › no such title')).toBe(false)
  expect(isThere('docs/absent.test.ts › the documented keys are the locked ones')).toBe(false)
})

test('the page of the statements is that of the table; `npm run statements` writes it', () => {
  expect(read('specification.md')).toBe(write())
})
