/** The table of texts that a page cannot replace is that of the code. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { groups } from '../frame-app/src/shared/i18n/locked.ts'

test('the documented keys are the locked ones', () => {
  const text = readFileSync(resolve(import.meta.dirname, 'embedding.md'), 'utf8')
  const [, table = ''] = /^\| locked \| groups and keys \|\n(.*?)\n\n/ms.exec(text) ?? []
  const documented = [...table.matchAll(/`([^`]+)`/g)].map(([, key]) => key)
  const locked = Object.entries(groups).flatMap(([group, rule]) =>
    rule === 'free' ? [] : rule === 'locked' ? [`${group}.`] : rule.locked,
  )
  expect(documented.toSorted()).toEqual(locked.toSorted())
})
