/**
 * Checks the registry: every number exists once, every proof is where the registry says, and no test has a number that
 * the registry does not know.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { registry as corpus } from '../attack/registry.ts'
import { document, renew } from './index-table.ts'
import { registry } from './registry.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')

const testsBelow = (folder: string): readonly string[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(\.(test|spec)|conformance|conformance\/\w+)\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)

/** Numbers in brackets: in titles of tests or groups, or in a file's header comment. */
const numbersIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\[([AF]\d{1,2}(?:, [AF]\d{1,2})*)\]/g)].flatMap(([, list]) => list?.split(', ') ?? []))

test('each of A1 to A26 and F1 to F12 is listed exactly once', () => {
  const count = (kind: string, last: number) => Array.from({ length: last }, (_, index) => `${kind}${index + 1}`)
  expect(registry.map(({ id }) => id)).toEqual([...count('A', 26), ...count('F', 12)])
})

test('each proof carries the number, each case of the corpus exists, and what has neither says what it waits for', () => {
  const cases = corpus.map(({ id }) => id)
  for (const { id, proof, corpus: tried = [], needs } of registry) {
    for (const file of proof) expect(numbersIn(read(file)).has(id), `${id}: ${file}`).toBe(true)
    expect(cases, id).toEqual(expect.arrayContaining([...tried]))
    if (proof.length + tried.length === 0) expect(needs, id).toBeTruthy()
  }
})

test('each test that carries a number is among its proofs', () => {
  const files = ['service/test', 'frame-app/src', 'e2e/specs', 'e2e/custody'].flatMap(testsBelow)
  expect(files.length).toBeGreaterThan(50)
  for (const file of files)
    for (const number of numbersIn(read(file)))
      expect(registry.find(({ id }) => id === number)?.proof, `${number} in ${file}`).toContain(file)
})

test('the index is up to date: npm run attack:docs', () => {
  expect(renew(read(document))).toBe(read(document))
})
