/** Finds mutants that no longer fit the source early. They would prove nothing, and only the long run would show that. */
import { expect, test } from 'vitest'
import { isUnitProof } from '../registry/case.ts'
import { registry } from '../registry.ts'
import { openRewriter } from '../rewrite/rewrite.ts'
import type { Source } from '../rewrite/symbols.ts'
import { parse } from '../rewrite/syntax.ts'
import { mutants, readSources } from './list.ts'
import type { Mutant } from './table.ts'

const sources = readSources()
const texts = new Map(sources.map(({ file, text }) => [file, text]))

/** What each mutant makes of the sources, or why it does not fit. */
function attempts(
  of: readonly Source[],
): readonly { readonly mutant: Mutant; readonly made: readonly Source[] | string }[] {
  const { rewrite } = openRewriter(of)
  return mutants.map((mutant) => {
    try {
      return { mutant, made: rewrite(mutant.edits) }
    } catch (error) {
      return { mutant, made: `${mutant.case}, ${mutant.name}: ${String(error)}` }
    }
  })
}
const here = attempts(sources)

test('each edit fits exactly one place of its file, and serves a case of the registry', () => {
  const ids = registry.map(({ id }) => id)
  expect(here.filter(({ made }) => typeof made === 'string')).toEqual([])
  for (const { name, case: id } of mutants) expect(ids, name).toContain(id)
  expect(mutants.length).toBeGreaterThanOrEqual(794)
})

test('each mutant still parses: one that does not would fail every test and prove nothing', () => {
  const code = here
    .flatMap(({ made }) => (typeof made === 'string' ? [] : made))
    .filter(({ file }) => /\.tsx?$/.test(file))
  for (const { file, text } of code) expect(() => parse(file, text), file).not.toThrow()
})

test('each mutant changes more than spaces and brackets', () => {
  const bare = (text = '') => text.replaceAll(/[\s()]/g, '')
  for (const { mutant, made } of here)
    for (const { file, text } of typeof made === 'string' ? [] : made)
      expect(bare(text) === bare(texts.get(file)), `${mutant.case}, ${mutant.name}`).toBe(false)
})

test('a mutant for unit tests serves a case that has some', () => {
  for (const { name, case: id } of mutants.filter((mutant) => mutant.isUnit))
    expect(registry.find((entry) => entry.id === id)?.proof.some(isUnitProof), `${id}, ${name}`).toBe(true)
})

test('no row needs an edit when folders move', () => {
  const away = (file: string) => file.replace(/([^/]+\/[^/]+)$/, 'moved/$1')
  const moved = attempts(sources.map(({ file, text }) => ({ file: away(file), text })))
  const made = here.map((one) =>
    typeof one.made === 'string' ? one.made : one.made.map(({ file, text }) => ({ file: away(file), text })),
  )
  expect(moved.map((one) => one.made)).toEqual(made)
})
