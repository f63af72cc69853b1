/** The recipes of `extending.md`, applied to a copy of the repository, touch what they name. Their result: `extending.full.test.ts`. */
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Copy, copyRepository, recipes } from './support/recipes.ts'

let copy: Copy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy.remove())

describe.sequential('the guide', () => {
  test('holds the three recipes', () => {
    expect(recipes.map((recipe) => recipe.title)).toEqual(['Add a view', 'Add a message', 'Add a chain'])
  })

  test.each(recipes)('$title touches only the files it names', (recipe) => {
    copy.apply(recipe)
    expect(copy.changed()).toEqual(recipe.files)
    copy.commit()
  })

  test('the generated protocol files change only where the new message is', () => {
    copy.run('tsx', 'scripts/protocol-docs.ts')
    const generated = copy.changed()
    expect(generated).not.toEqual([])
    for (const file of generated)
      expect(
        ['docs', 'docs/protocol', 'protocol/test/vectors'].some(
          (place) => file.startsWith(`${place}/`) || dirname(file) === place,
        ),
      ).toBe(true)
    const changed = copy.run(
      'git',
      'diff',
      '--unified=0',
      'HEAD',
      '--',
      'docs/protocol',
      'protocol/test/vectors',
      ':!*/version.json',
    )
    expect(changed).toContain('+    "host/app/GET_REFUSALS.request"')
    expect(changed).toContain('+    "type": "GET_REFUSALS"')
    expect(changed.split('\n').filter((line) => /^-(?!--)/.test(line))).toEqual([])
  })
})
