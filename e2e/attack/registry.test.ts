/** Checks the registry: every number exists once, and every defence is where the registry says. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { numbersOf } from './numbers.ts'
import { isUnitProof, pathOfProof } from './registry/case.ts'
import { registry } from './registry.ts'

const root = resolve(import.meta.dirname, '../..')

test('each number is listed exactly once, in its order, and no threat is missing', () => {
  const ids = registry.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^(C(0[1-9]|[1-9][0-9]{1,2})|T[1-9][0-9]?)$/)
  const numbers = (kind: string) => ids.filter((id) => id.startsWith(kind)).map((id) => Number(id.slice(1)))
  expect(numbers('C')).toEqual(numbers('C').sort((one, other) => one - other))
  expect(numbers('T')).toEqual(numbers('T').map((_, index) => index + 1))
})

test('an unproven case names what is missing, and a proven one names its defence', () => {
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
    for (const file of proof) expect(existsSync(resolve(root, pathOfProof(file))), `${id}: ${file}`).toBe(true)
  }
})

test('numbers are read from tags and from brackets', () => {
  expect(
    numbersOf({ tags: ['@C12', '@C100', '@slow'], titles: ['greets [page]', 'is refused [C49, T5]', '[C12]'] }),
  ).toEqual(['C12', 'C100', 'C49', 'T5'])
})

const unitTests = ['protocol', 'host-sdk', 'frame-app', 'service'].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => isUnitProof(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`),
)

/** Numbers of this corpus in the titles of a file. */
const numbersIn = (file: string): readonly string[] => {
  const titles = readFileSync(resolve(root, file), 'utf8').match(/\[[CT]\d{1,3}(?:, [A-Z]\d{1,3})*\]/g) ?? []
  return [...numbersOf({ tags: [], titles })]
}

test('unit tests that carry a number are among its proofs, and each such proof carries it', () => {
  expect(unitTests.length).toBeGreaterThan(100)
  for (const file of unitTests)
    for (const number of numbersIn(file))
      expect(registry.find(({ id }) => id === number)?.proof, `${number} in ${file}`).toContain(file)
  for (const { id, proof } of registry)
    for (const file of proof.filter(isUnitProof)) expect(numbersIn(file), `${id}: ${file}`).toContain(id)
})
