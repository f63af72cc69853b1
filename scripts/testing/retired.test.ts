/** Which reasons for removed tests are read from the commits, in a repository of three commits. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retiredSince } from './retired.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'airlock-retired-'))
  git('init', '-q')
  commit('Retired test: a.test.ts › gone before — not asked for any more')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (...args: readonly string[]): void => {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
const commit = (message: string) =>
  git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '-q', '--allow-empty', '-m', message)
const reasonsSince = (revision: string, titles: readonly string[]) =>
  titles.map((title) => retiredSince(root, revision)({ file: 'a.test.ts', title }))

test('a commit after the revision gives the reason for the removal of a test', () => {
  commit(
    'Options: one rule\n\nOne rule is enough.\n\nRetired test: a.test.ts › options > one: two — reworded: three\nRetired test: b.test.ts › a test that was moved — not needed\nRetired test: b.test.ts › kept … — not needed',
  )
  commit('Retired test: a.test.ts › every network … — the table has them')
  expect(
    reasonsSince('HEAD~2', [
      'options > one: two',
      'every network of viem',
      'every network of Solana',
      'options > one',
      'a test that was moved',
      'kept',
      'gone before',
    ]),
  ).toEqual([
    'reworded: three',
    'the table has them',
    'the table has them',
    undefined,
    'not needed',
    undefined,
    undefined,
  ])
  expect(reasonsSince('HEAD', ['every network of viem'])).toEqual([undefined])
})

test('the numbers of attack cases in a title do not matter', () => {
  commit('Retired test: a.test.ts › an old frame is refused [C12] — see a new one')
  expect(reasonsSince('HEAD~1', ['an old frame is refused', 'an old frame is refused [C13, T2]'])).toEqual([
    'see a new one',
    'see a new one',
  ])
})

test.each(['no file — a reason', 'a.test.ts › no reason', 'a.test.ts › no reason — '])(
  'a line without file, title or reason is an error: %s',
  (line) => {
    commit(`Retired test: ${line}`)
    expect(() => retiredSince(root, 'HEAD~1')).toThrow('names no test or no reason')
  },
)
