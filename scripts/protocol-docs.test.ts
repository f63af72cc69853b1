/** What the generator of the protocol's documents has written is fresh and documented; that runs are alike: `generated.full.test.ts`. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { type Contract, contracts } from '../protocol/src/contracts/describe.ts'
import { versions } from '../protocol/src/handshake.ts'
import { digestOf, generatedFiles, schemasPath, versionFiles } from './protocol-docs/files.ts'
import { change, decode, tags } from './protocol-docs/tagged.ts'
import { staleFiles } from './protocol-docs.ts'

const names = { pendingId: 'open', freshId: () => 'fresh' }

const files = generatedFiles()

test('documents, schemas and vectors are what the tables generate', () => {
  expect(staleFiles(files)).toEqual([])
})

test('the README of the protocol documents every tag in the same words', () => {
  const readme = readFileSync(new URL('../protocol/README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, tag, text]) => [tag, text])
  expect(rows).toEqual(Object.entries(tags))
})

test('vectors use documented tags only', () => {
  const used = new Set<string>()
  for (const [path, text] of files)
    if (path.startsWith('protocol/test/vectors'))
      for (const [, tag] of text.matchAll(/"\$":"(\w+)"/g)) if (tag) used.add(tag)
  expect(Object.keys(tags)).toEqual(expect.arrayContaining([...used]))
})

test('values that JSON cannot write are decoded', () => {
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

describe('docs/protocol.md', () => {
  const page = readFileSync(new URL('../docs/protocol.md', import.meta.url), 'utf8')
  const columns = ['type', 'port', 'direction', 'kind', 'deadline', 'sensitivity', 'size', 'meaning']

  /** The rows of one link's message table, by column, parsed from the page as rendered for readers. */
  function rowsOf(link: Contract['link']): Record<string, string>[] {
    const section =
      page.split(/^### /m).find((text) => text.startsWith(link === 'host' ? 'Host link' : 'Wallet link')) ?? ''
    const [head, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'))
    const cells = (line = '') =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
    expect(cells(head)).toEqual(columns)
    return rows.map((line) => Object.fromEntries(cells(line).map((cell, index) => [columns[index] ?? '', cell])))
  }

  test.each(['host', 'wallet'] as const)('lists every message of the %s link with all that the tables say', (link) => {
    const expected = contracts
      .filter((contract) => contract.link === link)
      .map(({ port, type, direction, kind, deadline, sensitivity, large, summary }) => ({
        type: `\`${type}\``,
        port,
        direction,
        kind,
        deadline: deadline ?? '–',
        sensitivity,
        size: large ? 'large' : '–',
        meaning: summary.replaceAll('|', '\\|'),
      }))
    expect(rowsOf(link)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(20)
  })

  test('says what each deadline and each sensitivity means', () => {
    const words = new Set(contracts.flatMap(({ deadline, sensitivity }) => [deadline ?? 'fixed', sensitivity]))
    const legend = page.slice(page.indexOf('*deadline*'), page.indexOf('### Host link'))
    for (const word of words) expect(legend).toContain(`\`${word}\``)
  })

  test('names a schema that exists, for every message and its answer', () => {
    const schemas = JSON.parse(files.get(schemasPath) ?? '') as { $defs: object }
    for (const { link, port, type, response } of contracts)
      for (const part of response ? ['request', 'response'] : ['request'])
        expect(Object.keys(schemas.$defs)).toContain(`${link}/${port}/${type}.${part}`)
    expect(page).toContain('](protocol/schemas.json)')
    for (const [, name] of page.matchAll(/`([\w/]+\.(request|response|params))`/g))
      expect(Object.keys(schemas.$defs)).toContain(name)
  })
})

test('the file of schemas is one schema, whose parts are found by reference', () => {
  const ajv = new Ajv2020({ unicodeRegExp: false, strictTypes: false, strictTuples: false })
  ajv.addSchema(JSON.parse(files.get(schemasPath) ?? '') as object, 'airlock')
  const close = ajv.getSchema('airlock#/$defs/host~1app~1CLOSE.request')
  expect([close?.({ reason: 'host' }), close?.({ reason: 'other' })]).toEqual([true, false])
})

describe('versions', () => {
  test('schemas and vectors carry the protocol versions and one digest', () => {
    const [one, two] = versionFiles.map((path) => JSON.parse(files.get(path) ?? 'null') as unknown)
    expect(one).toEqual({ protocol: versions, digest: digestOf(files) })
    expect(two).toEqual(one)
    expect(files.get(schemasPath)).toContain(`Airlock protocol ${versions.max}`)
  })

  test.each(['docs/protocol/schemas.json', 'protocol/test/vectors/host.json', 'protocol/test/vectors/handshake.json'])(
    'a changed, lost or renamed %s changes the digest',
    (path) => {
      const text = files.get(path) ?? ''
      const without = new Map([...files].filter(([name]) => name !== path))
      const variants = [new Map(files).set(path, `${text} `), without, new Map(without).set(`${path}.json`, text)]
      expect(new Set([files, ...variants].map(digestOf)).size).toBe(4)
    },
  )
})
