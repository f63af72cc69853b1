/** The parts of a test run: parallel lanes, test counts, and the summary of times. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { dealt } from './shard.mjs'
import { strayErrorsFile } from './stray-errors-reporter.mjs'
import { timesPage } from './times.mjs'

const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)

/** Maximum number of flaky tests (passed only on the retry); more fail the run. */
export const flakyLimit = 2

export function startRun() {
  rmSync('test-results', { recursive: true, force: true })
  mkdirSync('test-results', { recursive: true })
  return { totals: { passed: 0, failed: 0 }, strays: { flaky: [], failed: [] }, times: [], begun: performance.now() }
}

/** The compiler and the linter collect garbage less often: a quarter of their time, for a tenth more memory. */
const goTools = { GOGC: '400' }

/**
 * Runs commands one after the other, and shows the output of each when it has ended, so that outputs of parallel lanes do not mix.
 * @returns whether all of them passed; the first that fails ends the lane, and the run
 */
export async function runLane(run, commands) {
  for (const [name, command, ...args] of commands) {
    const status = await timed(run, name, () => runQuietly(command, args, goTools))
    if (status === 0) continue
    console.error(`${name} failed`)
    run.totals.failed += 1
    return false
  }
  return true
}

/** Runs a command whose failure only leaves tests out. */
export const runOptional = (run, [name, command, ...args]) => timed(run, name, () => runQuietly(command, args))

/** Fixed seed of the property tests in the gate, so that the same code always gets the same result. */
const gateSeed = '20260'

/** Runs unit tests, and shows their output at the end. `mode` is one of `vite.config.ts`: `test` for the gate, `test-full` for all. */
export async function runUnits(run, mode, env = {}, args = []) {
  const fresh = () => String(Math.floor(Math.random() * 2 ** 32))
  const seed = process.env.AIRLOCK_SEED ?? (mode === 'test' ? gateSeed : fresh())
  console.log(`seed of the unit tests: AIRLOCK_SEED=${seed}`)
  const vitest = (report, files) =>
    timed(run, report === unitReport ? 'unit' : 'unit again', () =>
      runQuietly('vitest', unitArguments(mode, report, files), { AIRLOCK_SEED: seed, ...env }),
    )
  const status = await vitest(unitReport, args)
  const strays = strayErrors()
  const passedAgain = await passedOnRetry(strays, (files) => vitest('test-results/unit-again.json', files))
  run.strays = { flaky: passedAgain ? strays : [], failed: passedAgain ? [] : strays }
  count(run, 'vitest', passedAgain ? 0 : status, () => {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = readJson(unitReport)
    return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites }
  })
}

const unitReport = 'test-results/unit.json'

const unitArguments = (mode, report, files) => [
  'run',
  '--mode',
  mode,
  '--retry=1',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  '--reporter=./scripts/testing/stray-errors-reporter.mjs',
  ...files,
]

/**
 * The runner repeats a failed test once, but not a file with an error outside of its tests. Such a file runs a second
 * time here, unless a test failed too or the file is not known.
 * @returns whether there were such files and all of them passed the second time
 */
async function passedOnRetry(strays, runFiles) {
  if (strays.length === 0 || strays.some(({ file }) => !file) || failedUnits().length > 0) return false
  const files = [...new Set(strays.map(({ file }) => inProject(file)))]
  console.log(`errors outside of tests, once more: ${files.join(', ')}`)
  return (await runFiles(files)) === 0
}

const strayErrors = () => (existsSync(strayErrorsFile) ? readJson(strayErrorsFile) : [])

const nameOfStray = ({ file, message }) =>
  `${file ? inProject(file) : 'unit tests'} › error outside of a test: ${message.split('\n')[0]}`

const browserConfig = ['test', '-c', 'e2e/playwright.config.ts']

/** Runs browser tests. */
export async function runBrowserTests(run, args, env = {}) {
  const status = await timed(run, 'browser', () => runShown('playwright', [...browserConfig, ...args], env))
  count(run, 'playwright', status, () => {
    const { stats } = readJson('test-results/e2e.json')
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  })
}

/** Runs a part of the browser tests. */
export async function runBrowserShard(run, shard, env) {
  const { stdout } = spawnSync('playwright', [...browserConfig, '--list'], { encoding: 'utf8', env: environment(env) })
  const tests = dealt(stdout, shard)
  const list = 'test-results/shard.txt'
  writeFileSync(list, tests.join('\n'))
  await runBrowserTests(run, [`--test-list=${list}`], env)
  const { expected, unexpected, flaky, skipped } = readJson('test-results/e2e.json').stats
  const ran = expected + unexpected + flaky + skipped
  if (ran === tests.length) return
  console.error(`${ran} browser tests ran instead of ${tests.length}: ${list} does not name each of them`)
  run.totals.failed += 1
}

/** Plays the journeys in all engines. Those that are missing and cannot be installed are left out, in one sentence. */
export async function runEngines(run, args = []) {
  const status = await timed(run, 'engines', () => runShown('tsx', ['e2e/engines/main.ts', '--install', ...args]))
  count(run, 'engines', status, () => readJson('test-results/engines.json'))
}

/** Writes the page of the times (`times.mjs`). */
export function writeTimes(run, file) {
  const lanes = run.times.map(([name, ms]) => ({ name, ms }))
  writeFileSync(file, timesPage(lanes, [...unitTimes(), ...browserTimes()], performance.now() - run.begun))
}

/** Prints the times, the flaky tests and the counts, and ends the process. */
export function endRun(run) {
  const flakyBrowser = existsSync('test-results/flaky.json') ? readJson('test-results/flaky.json') : []
  const flaky = [...flakyUnits(), ...run.strays.flaky.map(nameOfStray), ...flakyBrowser]
  const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`
  const total = `${seconds(performance.now() - run.begun)} in all`
  console.log(`\ntime: ${run.times.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')}; ${total}`)
  for (const line of slowest()) console.log(line)
  for (const name of [...failures(), ...run.strays.failed.map(nameOfStray)]) console.log(`failed: ${name}`)
  for (const name of flaky) console.log(`flaky: ${name}`)
  console.log(`${flaky.length} flaky (at most ${flakyLimit})`)
  if (flaky.length > flakyLimit) run.totals.failed += 1
  console.log(`\n${run.totals.passed} passed, ${run.totals.failed} failed`)
  process.exit(run.totals.failed ? 1 : 0)
}

/** Names of the failed tests, repeated at the end of the log. */
function failures() {
  const browser = browserSpecs()
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
    .map(({ file, title }) => `e2e/${file} › ${title}`)
  return [...failedUnits(), ...browser]
}

const failedUnits = () =>
  unitFiles().flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${inProject(name)}: ${message}`]
    return failed.map((test) => nameOf(name, test))
  })

/** A test that passed on the retry still has the failure of its first run. */
const flakyUnits = () =>
  unitFiles().flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => nameOf(name, test)),
  )

const inProject = (file) => file.replace(`${resolve('.')}/`, '')

const nameOf = (file, { fullName, failureMessages }) =>
  `${inProject(file)} › ${fullName}: ${String(failureMessages[0] ?? '').split('\n')[0]}`

/** The slowest files, by the total time of their tests over all workers. */
function slowest() {
  const files = [...unitTimes(), ...browserTimes()].sort((one, other) => other.ms - one.ms).slice(0, 8)
  return files.map(({ file, ms }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
}

/** @returns {{ file: string, ms: number }[]} */
export function unitTimes() {
  return unitFiles().map(({ name, startTime, endTime }) => ({
    file: inProject(name),
    ms: endTime - startTime,
  }))
}

/** @returns {{ file: string, ms: number }[]} */
export function browserTimes() {
  const times = new Map()
  for (const { file, tests } of browserSpecs())
    for (const { results } of tests)
      for (const { duration } of results) times.set(file, (times.get(file) ?? 0) + duration)
  return [...times].map(([file, ms]) => ({ file: `e2e/${file}`, ms }))
}

const unitFiles = () => (existsSync(unitReport) ? readJson(unitReport).testResults : [])

function browserSpecs() {
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  return existsSync('test-results/e2e.json') ? specsOf(readJson('test-results/e2e.json')) : []
}

async function timed(run, name, work) {
  const begun = performance.now()
  const result = await work()
  run.times.push([name, performance.now() - begun])
  return result
}

function count(run, name, status, read) {
  const result = readOr(read)
  run.totals.passed += result.passed
  run.totals.failed += result.failed
  if (status === 0 || result.failed > 0) return
  console.error(`${name} ended with code ${status}`)
  run.totals.failed += 1
}

function readOr(read) {
  try {
    return read()
  } catch (error) {
    console.error(String(error))
    return { passed: 0, failed: 1 }
  }
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** The compiler and the type-aware linter end before their memory is full: without collecting it they take half the time. */
const withoutCollector = { GOGC: 'off', GOMEMLIMIT: '4GiB' }

const environment = (env) => ({ ...withoutCollector, ...process.env, PATH: path, ...env })

const runShown = (command, args, env) =>
  new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', env: environment(env) })
    child.once('error', () => done(1))
    child.once('close', (code) => done(code ?? 1))
  })

const runQuietly = (command, args, env = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment(env) })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    const end = (status) => {
      process.stdout.write(output)
      done(status)
    }
    child.once('error', (error) => {
      output += `${error}\n`
      end(1)
    })
    child.once('close', (code) => end(code ?? 1))
  })
