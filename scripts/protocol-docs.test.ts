/** The generator: the same on every run, and its encoding is documented word by word. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from './protocol-docs/files.ts'
import { change, decode, tags } from './protocol-docs/tagged.ts'

const names = { pendingId: 'open', freshId: () => 'fresh' }

test('two runs give the same files', () => {
  expect(generatedFiles()).toEqual(generatedFiles())
})

test('the README of the protocol documents every tag in the same words', () => {
  const readme = readFileSync(new URL('../protocol/README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, tag, text]) => [tag, text])
  expect(rows).toEqual(Object.entries(tags))
})

test('vectors use documented tags only', () => {
  const used = new Set<string>()
  for (const [path, text] of generatedFiles())
    if (path.startsWith('protocol/test/vectors'))
      for (const [, tag] of text.matchAll(/"\$":"(\w+)"/g)) if (tag) used.add(tag)
  expect(Object.keys(tags)).toEqual(expect.arrayContaining([...used]))
})

test('what JSON cannot write is decoded', () => {
  expect(decode({ $: 'number', value: '-0' }, names)).toBe(-0)
  expect(decode({ a: [{ $: 'undefined' }, { $: 'bigint', value: '5' }] }, names)).toEqual({ a: [undefined, 5n] })
  expect(decode([{ $: 'pendingId' }, { $: 'freshId' }], names)).toEqual(['open', 'fresh'])
  expect(decode({ $: 'repeat', prefix: 'a', value: 'b', count: 2 }, names)).toBe('abb')
  expect(decode({ $: 'nest', depth: 3 }, names)).toEqual({ a: { a: {} } })
})

test('a change sets own properties only, and leaves the message it starts from alone', () => {
  const message = { a: [{ b: 1 }] }
  const changed = change(message, { at: ['a', 0, '__proto__'], to: { polluted: true } }, names) as { a: object[] }
  expect(Object.keys(changed.a[0] ?? {})).toEqual(['b', '__proto__'])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(change(message, { at: ['a', 0, 'b'] }, names)).toEqual({ a: [{}] })
  expect(message).toEqual({ a: [{ b: 1 }] })
})
