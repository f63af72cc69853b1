/** The recipes of `extending.md`, applied to a copy of the repository: they touch what they name, and the result passes. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'docs/extending.md'), 'utf8')
const recipes = guide
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    files: [...section.matchAll(/^\* `([^`]+)`:/gm)].map((match) => match[1] ?? '').sort(),
    patch: /```diff\n([\s\S]*?)```/.exec(section)?.[1] ?? '',
  }))

let copy = ''
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    stdio: 'pipe',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PATH: [join(copy, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    },
  })

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'airlock-extending-'))
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of tracked) cpSync(join(root, file), join(copy, file), { recursive: true })
  // A workspace has packages of its own where it needs another version.
  for (const folder of ['.', 'protocol', 'host-sdk', 'frame-app', 'service', 'e2e'])
    if (existsSync(join(root, folder, 'node_modules')))
      symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  run('git', 'init', '-q')
  // The ignore rule is for the folder; here it is a link.
  writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n')
  commit()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function commit() {
  run('git', 'add', '-A')
  run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '-qm', 'state', '--allow-empty')
}
const changed = () =>
  run('git', 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3))
    .sort()

describe.sequential('the guide', () => {
  test('holds the three recipes', () => {
    expect(recipes.map((recipe) => recipe.title)).toEqual(['Add a view', 'Add a message', 'Add a chain'])
  })

  test.each(recipes)('$title touches only the files it names', ({ title, files, patch }) => {
    const file = join(copy, '..', `${title.replaceAll(' ', '-')}-${process.pid}.patch`)
    writeFileSync(file, patch)
    try {
      run('git', 'apply', file)
    } finally {
      rmSync(file)
    }
    expect(changed()).toEqual(files)
    commit()
  })

  test('the generated protocol files change only where the new message is', () => {
    run('tsx', 'scripts/protocol-docs.ts')
    const generated = changed()
    expect(generated).not.toEqual([])
    for (const file of generated)
      expect(
        ['docs', 'docs/protocol', 'protocol/test/vectors'].some(
          (place) => file.startsWith(`${place}/`) || dirname(file) === place,
        ),
      ).toBe(true)
    expect(generated.some((file) => file.includes('GET_REFUSALS'))).toBe(true)
  })

  test('types, lint, boundaries and the protocol’s own tests pass afterwards', () => {
    run('tsc', '-p', 'tsconfig.json')
    run('biome', 'check', '--error-on-warnings', 'frame-app', 'protocol')
    run('node', 'scripts/check-boundaries.mjs')
    run(
      'vitest',
      'run',
      'protocol/test/contracts.test.ts',
      'protocol/test/vectors.test.ts',
      'frame-app/src/shared/i18n',
      'frame-app/src/modal/first-view.test.ts',
    )
  }, 180_000)

  test('the view and the chain become chunks of their own', () => {
    const output = run('vite', 'build', '--mode', 'frame')
    expect(output).toMatch(/WhatIsAFeeView-\S+\.js/)
    expect(output.match(/driver-\S+\.js/g)).toHaveLength(3)
  }, 60_000)
})
