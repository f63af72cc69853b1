/** The table itself: every number once, every defence where the table says it is. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { numbersOf } from './numbers.ts'
import { registry } from './registry.ts'

const root = resolve(import.meta.dirname, '../..')

test('each of C01 to C54 and T1 to T29 is listed exactly once', () => {
  const cases = Array.from({ length: 54 }, (_, index) => `C${String(index + 1).padStart(2, '0')}`)
  const threats = Array.from({ length: 29 }, (_, index) => `T${index + 1}`)
  expect(registry.map(({ id }) => id)).toEqual([...cases, ...threats])
})

test('what is not proven says what it waits for, and what is proven says what defends', () => {
  for (const { id, proof, needs, defence } of registry) {
    if (proof.length === 0) expect(needs, id).toBeTruthy()
    else expect(defence.length, id).toBeGreaterThan(0)
  }
})

test('each defence is in the file that the table names, and each proof exists', () => {
  for (const { id, defence, proof } of registry) {
    for (const place of defence) {
      const [file = '', name = ''] = place.split('#')
      const path = resolve(root, file)
      expect(existsSync(path), `${id}: ${file}`).toBe(true)
      const words: readonly string[] = readFileSync(path, 'utf8').match(/[\w$]+/g) ?? []
      expect(words.includes(name), `${id}: ${place}`).toBe(true)
    }
    for (const file of proof) expect(existsSync(resolve(root, 'e2e', file)), `${id}: ${file}`).toBe(true)
  }
})

test('numbers are read from tags and from brackets', () => {
  expect(numbersOf({ tags: ['@C12', '@slow'], titles: ['greets [page]', 'is refused [C49, T5]', '[C12]'] })).toEqual([
    'C12',
    'C49',
    'T5',
  ])
})
