/** The repository with all recipes of `extending.md` applied: it passes its own checks, and builds. */
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Copy, copyRepository, recipes } from './support/recipes.ts'

let copy: Copy
beforeAll(() => {
  copy = copyRepository()
  for (const recipe of recipes) {
    copy.apply(recipe)
    copy.commit()
  }
  copy.run('tsx', 'scripts/protocol-docs.ts')
})
afterAll(() => copy.remove())

describe.sequential('the guide', () => {
  test('the generated protocol files change only where the new message is', () => {
    const generated = copy.changed()
    expect(generated).not.toEqual([])
    for (const file of generated)
      expect(
        ['docs', 'docs/protocol', 'protocol/test/vectors'].some(
          (place) => file.startsWith(`${place}/`) || dirname(file) === place,
        ),
      ).toBe(true)
    const places = ['docs/protocol', 'protocol/test/vectors', ':!*/version.json']
    const changed = copy.run('git', 'diff', '--unified=0', 'HEAD', '--', ...places)
    expect(changed).toContain('+    "host/app/GET_REFUSALS.request"')
    expect(changed).toContain('+    "type": "GET_REFUSALS"')
    expect(changed.split('\n').filter((line) => /^-(?!--)/.test(line))).toEqual([])
  })
})

describe.sequential('a copy of the project with the recipes of the guide applied', () => {
  test('types, lint, boundaries and the protocol’s own tests pass afterwards', () => {
    copy.run('tsc', '-p', 'tsconfig.json')
    copy.run('biome', 'check', '--error-on-warnings', 'frame-app', 'protocol', 'service')
    copy.run('node', 'scripts/check-boundaries.mjs')
    copy.run(
      'vitest',
      'run',
      'protocol/test/allowlist.test.ts',
      'protocol/test/contracts.test.ts',
      'protocol/test/vectors.test.ts',
      'scripts/protocol-docs.test.ts',
      'frame-app/src/shared/i18n',
      'e2e/gallery/states.test.ts',
      'frame-app/src/modal/first-view.test.ts',
      'service/test/gateway/gateway.test.ts',
    )
  }, 180_000)

  test('the view and the chain become chunks of their own', () => {
    const output = copy.run('vite', 'build', '--mode', 'frame')
    expect(output).toMatch(/WhatIsAFeeView-\S+\.js/)
    expect(output.match(/driver-\S+\.js/g)).toHaveLength(4)
  }, 60_000)
})
