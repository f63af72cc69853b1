/** Finds mutants that no longer fit their source early. They would prove nothing, and only the long run would show that. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { isUnitProof } from '../registry/case.ts'
import { registry } from '../registry.ts'
import { mutants } from './list.ts'

const root = resolve(import.meta.dirname, '../../..')

test('each edit fits exactly one place of its file, and serves a case of the registry', () => {
  const ids = registry.map(({ id }) => id)
  for (const { name, case: id, edits } of mutants) {
    expect(ids, name).toContain(id)
    for (const { file, find } of edits)
      expect(readFileSync(resolve(root, file), 'utf8').split(find).length - 1, `${id}, ${name}: ${file}`).toBe(1)
  }
})

test('each mutant still parses: one that does not would fail every test and prove nothing', () => {
  const broken = mutants.flatMap(({ name, case: id, edits }) => {
    const sources = new Map<string, string>()
    for (const { file, find, replace } of edits)
      sources.set(
        file,
        (sources.get(file) ?? readFileSync(resolve(root, file), 'utf8')).replace(find, () => replace),
      )
    return [...sources]
      .filter(([file]) => /\.[cm]?[jt]sx?$/.test(file))
      .flatMap(([file, source]) => parseSync(file, source).errors.map(({ message }) => ({ id, name, file, message })))
  })
  expect(broken).toEqual([])
})

test('a mutant for unit tests serves a case that has some', () => {
  for (const { name, case: id } of mutants.filter((mutant) => mutant.isUnit))
    expect(registry.find((entry) => entry.id === id)?.proof.some(isUnitProof), `${id}, ${name}`).toBe(true)
})
