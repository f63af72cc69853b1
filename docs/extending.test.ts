/** The recipes of `extending.md`, applied to a copy of the repository, touch what they name. Their result: `extending.full.test.ts`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Copy, copyRepository, recipes } from './support/recipes.ts'

let copy: Copy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy.remove())

describe.sequential('the guide', () => {
  test('holds the recipes', () => {
    expect(recipes.map((recipe) => recipe.title)).toEqual([
      'Add a view',
      'Add a message',
      'Add a method',
      'Add an endpoint',
      'Add a chain',
    ])
  })

  test.each(recipes)('$title touches only the files it names', (recipe) => {
    copy.apply(recipe)
    expect(copy.changed()).toEqual(recipe.files)
    copy.commit()
  })
})
