/**
 * `npm run tests`: how many tests each tier has, by folder, and how long the last run in this checkout took over them. `--titles` prints
 * the tier and the title of each test instead, for comparing two states of the repository.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { ensureChromium } from './testing/browser.mjs'
import { browserTimes, unitTimes } from './testing/phases.mjs'

ensureChromium()
const root = `${resolve('.')}/`
const tests = [...unitTests(), ...browserTests()]
if (process.argv.includes('--titles'))
  for (const { tier, file, title } of tests) console.log(`${tier}\t${file}\t${title}`)
else printTable()

function printTable() {
  const times = new Map([...unitTimes(), ...browserTimes()].map(({ file, ms }) => [file, ms]))
  const folders = new Map()
  for (const { tier, file } of tests) {
    const folder = file.split('/').slice(0, 2).join('/')
    const row = folders.get(folder) ?? { gate: 0, full: 0, files: new Set() }
    row[tier] += 1
    row.files.add(file)
    folders.set(folder, row)
  }
  const rows = [...folders].sort().map(([folder, { gate, full, files }]) => {
    const ms = [...files].reduce((sum, file) => sum + (times.get(file) ?? 0), 0)
    return [folder, gate, full, (ms / 1000).toFixed(1)]
  })
  const sum = (column) => rows.reduce((total, row) => total + Number(row[column]), 0)
  print(['folder', 'gate', 'full only', 'seconds'])
  for (const row of rows) print(row)
  print(['all', sum(1), sum(2), sum(3).toFixed(1)])
  if (!existsSync('test-results/unit.json')) console.log('\nNo times: no test run in this checkout yet.')
}

function print([name, ...cells]) {
  console.log(name.padEnd(28) + cells.map((cell) => String(cell).padStart(11)).join(''))
}

function unitTests() {
  const list = (mode) =>
    json('vitest', ['list', '--mode', mode, '--json']).map(({ name, file }) => ({
      file: file.replace(root, ''),
      title: name,
    }))
  return list('test-full').map((test) => ({ ...test, tier: test.file.includes('.full.test.') ? 'full' : 'gate' }))
}

function browserTests() {
  const found = []
  const walk = ({ specs = [], suites = [] }, titles) => {
    for (const { title, file, tags } of specs)
      found.push({
        file: `e2e/${file}`,
        title: [...titles, title].join(' > '),
        tier: tags.includes('gate') ? 'gate' : 'full',
      })
    for (const suite of suites) walk(suite, suite.title === suite.file ? titles : [...titles, suite.title])
  }
  walk(json('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--list', '--reporter=json']), [])
  return found
}

function json(command, args) {
  const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const options = { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, env: { ...process.env, PATH: path } }
  const { stdout, stderr, status } = spawnSync(command, args, options)
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))
}
