/**
 * `npm run tests -- --since REV`: compares the tests with those of an earlier commit. Each test must be kept, moved to
 * another file, or retired with a reason in `retired-tests.json`; otherwise the command fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { listTests } from './titles.mjs'

const retired = JSON.parse(readFileSync(new URL('retired-tests.json', import.meta.url), 'utf8'))

/** @returns {boolean} whether every test of that commit is accounted for */
export function compareSince(revision, now) {
  const before = listTestsAt(revision)
  const places = new Map(now.map(({ title }) => [nameOf(title), new Set()]))
  for (const { file, title } of now) places.get(nameOf(title)).add(file)
  const found = { kept: [], moved: [], retired: [], missing: [] }
  for (const test of before) {
    const files = places.get(nameOf(test.title))
    if (files) found[files.has(test.file) ? 'kept' : 'moved'].push(test)
    else found[reasonOf(test.title) ? 'retired' : 'missing'].push(test)
  }
  const known = new Set(before.map(({ title }) => nameOf(title)))
  const added = now.filter(({ title }) => !known.has(nameOf(title)))
  for (const { file, title } of found.retired) console.log(`retired: ${file}: ${title}\n  ${reasonOf(title)}`)
  for (const { file, title } of found.missing) console.log(`missing: ${file}: ${title}`)
  const counts = Object.entries(found).map(([name, tests]) => `${tests.length} ${name}`)
  console.log(`${before.length} tests at ${revision}, ${now.length} now: ${counts.join(', ')}, ${added.length} new`)
  return found.missing.length === 0
}

/** An entry matches every title that begins with its `title`, or ends with its `ending`. */
const reasonOf = (title) =>
  retired.find((entry) => ('ending' in entry ? title.endsWith(entry.ending) : title.startsWith(entry.title)))?.reason

/**
 * A title without the parts that may change for the same test: its numbers in the attack corpus, and values that differ
 * between runs.
 */
const nameOf = (title) =>
  title
    .replaceAll(/\s*\[[^\]]*\b[A-Z]\d{1,3}\b[^\]]*\]|\s*\([CT]\d{1,3}\)|\s*@[A-Za-z]+\d*$/g, '')
    .replaceAll(/\/tmp\/[\w-]+/g, '/tmp/…')
    .replaceAll(/\b[1-9A-HJ-NP-Za-km-z]{40,}={0,2}/g, '…')
    .replaceAll(/\d{13,}/g, '…')
    .replaceAll(/(AIRLOCK_SEED=)\d+/g, '$1…')

function listTestsAt(revision) {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-tests-'))
  try {
    git('worktree', 'add', '--detach', '--quiet', folder, revision)
    for (const place of ['.', 'protocol', 'host-sdk', 'frame-app', 'service', 'e2e']) {
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

/**
 * The tests of the package are listed from the built package. That commit's `build.mjs` is not used: with another lock file it would
 * install through the links, into this checkout.
 */
function packAt(folder) {
  if (!existsSync(join(folder, 'scripts/pack/packed.ts'))) return
  const env = { ...process.env, PATH: [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
  const { status, stderr } = spawnSync('tsx', ['scripts/pack/main.ts'], { cwd: folder, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`the package of that commit does not build: ${stderr}`)
}

function git(...args) {
  const { status, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
}
