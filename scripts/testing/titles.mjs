/** The tests of a checkout, as listed by its own test runners. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * @param {string} root a checkout with its dependencies
 * @returns {{ tier: 'gate' | 'full', file: string, title: string }[]} each title on one line, including the titles of
 * its groups
 */
export const listTests = (root) => [...unitTests(root), ...browserTests(root)]

function unitTests(root) {
  // A checkout from before the two tiers has one mode for all unit tests.
  const mode = readFileSync(join(root, 'vite.config.ts'), 'utf8').includes("'test-full'") ? 'test-full' : 'test'
  return json(root, 'vitest', ['list', '--mode', mode, '--json']).map(({ name, file }) => ({
    file: file.replace(`${root}/`, ''),
    title: onOneLine(name),
    tier: file.includes('.full.test.') ? 'full' : 'gate',
  }))
}

function browserTests(root) {
  const found = []
  const walk = ({ specs = [], suites = [] }, titles) => {
    for (const { title, file, tags } of specs)
      found.push({
        file: `e2e/${file}`,
        title: onOneLine([...titles, title].join(' > ')),
        tier: tags.includes('gate') ? 'gate' : 'full',
      })
    for (const suite of suites) walk(suite, suite.title === suite.file ? titles : [...titles, suite.title])
  }
  walk(json(root, 'playwright', ['test', '-c', 'e2e/playwright.config.ts', '--list', '--reporter=json']), [])
  return found
}

/**
 * A title without the parts that may change for the same test: its numbers in the attack corpus, and values that differ
 * between runs.
 */
export const nameOf = (title) =>
  title
    .replaceAll(/\s*\[[^\]]*\b[A-Z]\d{1,3}\b[^\]]*\]|\s*\([CT]\d{1,3}\)|\s*@[A-Za-z]+\d*$/g, '')
    .replaceAll(/\/tmp\/[\w-]+/g, '/tmp/…')
    .replaceAll(/\b[1-9A-HJ-NP-Za-km-z]{40,}={0,2}/g, '…')
    .replaceAll(/\d{13,}/g, '…')
    .replaceAll(/(AIRLOCK_SEED=)\d+/g, '$1…')

const onOneLine = (title) => title.replaceAll(/\s+/g, ' ').trim()

function json(root, command, args) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, env: { ...process.env, PATH: path } }
  const { stdout, stderr, status } = spawnSync(command, args, options)
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))
}
