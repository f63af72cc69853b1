/** Checks that the threat model agrees with the registry, which `registry.test.ts` compares with the code. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { registry } from './registry.ts'
import { document, renew, threatTable } from './threat-table.ts'
import { subjects, threats } from './threats.ts'

const text = readFileSync(resolve(import.meta.dirname, '../..', document), 'utf8')

test('the threat model is up to date: npm run attack:docs', () => {
  expect(renew(text)).toBe(text)
})

test('each threat of the registry has its row, and names cases that exist', () => {
  const ids = registry.map(({ id }) => id)
  expect(Object.keys(threats)).toEqual(ids.filter((id) => id.startsWith('T')))
  for (const [id, { cases }] of Object.entries(threats)) expect(ids, id).toEqual(expect.arrayContaining([...cases]))
  expect(threatTable().split('\n')).toHaveLength(2 + Object.keys(threats).length)
})

test('each case of the corpus has its place: at a threat, or under one subject', () => {
  const cases = registry.map(({ id }) => id).filter((id) => id.startsWith('C'))
  const atThreats = new Set<string>(Object.values(threats).flatMap((threat) => threat.cases))
  const ofSubjects: string[] = Object.values(subjects).flatMap((ids) => [...ids])
  expect(cases.filter((id) => !atThreats.has(id) && !ofSubjects.includes(id))).toEqual([])
  expect(cases).toEqual(expect.arrayContaining(ofSubjects))
  expect(ofSubjects.filter((id, at) => atThreats.has(id) || ofSubjects.indexOf(id) !== at)).toEqual([])
})

test('a threat without a test of its own is marked as not built yet', () => {
  for (const { id, proof } of registry.filter((entry) => entry.id.startsWith('T'))) {
    const row = threatTable()
      .split('\n')
      .find((line) => line.startsWith(`| ${id} |`))
    expect(row?.includes('**Not built yet**'), id).toBe(proof.length === 0)
  }
})

test('a document without its marks is not written', () => {
  expect(() => renew('# Threat model')).toThrow('marks of actors')
})
