/**
 * `npm run tests -- --since REV`: compares the tests with those of an earlier commit. Each test must be kept, moved to
 * another file, or retired with a reason by a commit since then; otherwise the command fails.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { retiredSince } from './retired.mjs'
import { listTests, nameOf } from './titles.mjs'

/** @returns {boolean} whether every test of that commit is accounted for */
export function compareSince(revision, now) {
  const before = listTestsAt(revision)
  const reasonOf = retiredSince(resolve('.'), revision)
  const places = new Map(now.map(({ title }) => [nameOf(title), new Set()]))
  for (const { file, title } of now) places.get(nameOf(title)).add(file)
  const found = { kept: [], moved: [], retired: [], missing: [] }
  for (const test of before) {
    const files = places.get(nameOf(test.title))
    if (files) found[files.has(test.file) ? 'kept' : 'moved'].push(test)
    else found[reasonOf(test) ? 'retired' : 'missing'].push(test)
  }
  const known = new Set(before.map(({ title }) => nameOf(title)))
  const added = now.filter(({ title }) => !known.has(nameOf(title)))
  for (const test of found.retired) console.log(`retired: ${test.file}: ${test.title}\n  ${reasonOf(test)}`)
  for (const { file, title } of found.missing) console.log(`missing: ${file}: ${title}`)
  const counts = Object.entries(found).map(([name, tests]) => `${tests.length} ${name}`)
  console.log(`${before.length} tests at ${revision}, ${now.length} now: ${counts.join(', ')}, ${added.length} new`)
  return found.missing.length === 0
}

function listTestsAt(revision) {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-tests-'))
  try {
    git('worktree', 'add', '--detach', '--quiet', folder, revision)
    linkPackages(folder)
    for (const place of ['protocol', 'host-sdk', 'frame-app', 'service', 'e2e']) {
      const own = resolve(place, 'node_modules')
      if (existsSync(own)) symlinkSync(own, join(folder, place, 'node_modules'))
    }
    packAt(folder)
    return listTests(folder)
  } finally {
    git('worktree', 'remove', '--force', folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every package except our own, which are those of that commit: the links to them are relative. */
function linkPackages(folder) {
  const [from, to] = [resolve('node_modules'), join(folder, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (name === '@airlock') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
}

/**
 * The tests of the package are listed from the built package. That commit's `build.mjs` is not used: with another lock file it would
 * install through the links, into this checkout.
 */
function packAt(folder) {
  if (!existsSync(join(folder, 'scripts/pack/packed.ts'))) return
  const env = { ...process.env, PATH: [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
  for (const script of ['main', 'declarations'].map((name) => `scripts/pack/${name}.ts`)) {
    if (!existsSync(join(folder, script))) continue
    const { status, stderr } = spawnSync('tsx', [script], { cwd: folder, encoding: 'utf8', env })
    if (status !== 0) throw new Error(`the package of that commit does not build: ${stderr}`)
  }
}

function git(...args) {
  const { status, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
}
