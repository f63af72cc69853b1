import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hueOf, monogramOf, readImageSource } from './image-source.ts'

const own = 'https://modal.example'
const png = 'data:image/png;base64,iVBORw0KGgo='

test('images that the policy lets through are kept', () => {
  for (const source of [
    png,
    'data:image/svg+xml,%3Csvg/%3E',
    'blob:https://modal.example/1',
    '/chains/1.svg',
    `${own}/a.png`,
  ])
    expect(readImageSource(source, own), source).toBe(source)
})

test('everything else gives way to the monogram', () => {
  const refused = [
    '',
    'https://tracker.example/p.gif',
    '//tracker.example/p.gif',
    'javascript:alert(1)',
    'data:text/html,x',
    `${png}${'A'.repeat(140_000)}`,
  ]
  for (const source of refused) expect(readImageSource(source, own), source.slice(0, 40)).toBeUndefined()
  fc.assert(fc.property(fc.webUrl(), (url) => readImageSource(url, own) === undefined || new URL(url).origin === own))
})

test('every name has a monogram and every id a hue', () => {
  expect(['kestrel', ' 1inch', '👻', 'ßeta', '钱包'].map(monogramOf)).toEqual(['K', '1', '•', 'SS', '钱'])
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (id) => hueOf(id) >= 0 && hueOf(id) < 360))
})
