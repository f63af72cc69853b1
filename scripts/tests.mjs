/**
 * `npm run tests`: prints how many tests each tier has, by folder, and how long the last run in this checkout took.
 * `--titles` prints the tier and the title of each test instead; `--since REV` compares them with the tests of an
 * earlier commit.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { run } from './install.mjs'
import { ensureChromium } from './testing/browser.mjs'
import { browserTimes, unitTimes } from './testing/phases.mjs'
import { compareSince } from './testing/since.mjs'
import { listTests } from './testing/titles.mjs'

ensureChromium()
run('node', ['scripts/build.mjs', 'types']) // the tests of the package are listed from it
const tests = listTests(resolve('.'))
const since = process.argv.indexOf('--since')
if (since >= 0) process.exitCode = compareSince(process.argv[since + 1] ?? 'HEAD', tests) ? 0 : 1
else if (process.argv.includes('--titles'))
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
