import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { View } from '@airlock/host-sdk'
import { expect, expectTypeOf, test } from 'vitest'
import { isOpenable, type OpenableView } from '../../frame-app/src/modal/core/router/routes.ts'
import type { GalleryState } from './state.ts'
import { entries, modalStates } from './states/index.ts'
import { modalViews as views } from './views.ts'

const byView = new Map<string, readonly GalleryState[]>(Object.entries(modalStates))

test('every view of the router has a state in the gallery', () => {
  expect(views.length).toBeGreaterThan(20)
  expect([...byView.keys()].sort()).toEqual(views.map(({ name }) => name).sort())
  expect(views.filter(({ name }) => (byView.get(name) ?? []).length === 0)).toEqual([])
})

test('a state of a view with arguments has a route, and it leads to that view', () => {
  for (const { name, takesArguments } of views)
    for (const { state, route } of byView.get(name) ?? []) {
      expect(route?.view ?? name, `${name}/${state}`).toBe(name)
      expect(route !== undefined, `${name}/${state}`).toBe(takesArguments)
    }
})

test('no two states have the same name, and a name fits into an address', () => {
  const names = entries.map(({ view, state }) => `${view}/${state}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.filter((name) => !/^\w+\/[a-z0-9-]+$/.test(name))).toEqual([])
})

test('the guide and the SDK name exactly the views that a page can open', () => {
  expectTypeOf<Exclude<View, 'ConnectingSiwe'>>().toEqualTypeOf<OpenableView>()
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/embedding.md'), 'utf8')
  const [, list = ''] = /^`open\(\{ view \}\)` takes (.*?);/ms.exec(guide) ?? []
  const documented = [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  expect(documented.sort()).toEqual(
    views
      .map(({ name }) => name)
      .filter(isOpenable)
      .sort(),
  )
})
