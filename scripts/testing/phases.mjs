/** The parts of a test run: parallel lanes, test counts, and the summary of times. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)

/** Maximum number of flaky tests (passed only when repeated); more fail the run. */
export const flakyLimit = 2

export function startRun() {
  rmSync('test-results', { recursive: true, force: true })
  mkdirSync('test-results', { recursive: true })
  return { totals: { passed: 0, failed: 0 }, times: [], begun: performance.now() }
}

/**
 * Runs lanes of commands in parallel, the commands of a lane one after the other. Shows the output of a command when it
 * has ended, so that outputs do not mix.
 * @returns whether all of them passed
 */
export async function runLanes(run, lanes) {
  const passed = await Promise.all(
    lanes.map(async (lane) => {
      for (const [name, command, ...args] of lane) {
        const { status, output } = await timed(run, name, () => runCaptured(command, args))
        process.stdout.write(output)
        if (status !== 0) {
          console.error(`${name} failed`)
          return false
        }
      }
      return true
    }),
  )
  return passed.every(Boolean)
}

/** Fixed seed of the property tests in the gate, so that the same code always gets the same result. */
const gateSeed = '20260'

/** Runs unit tests. `mode` is a mode of `vite.config.ts`: `test` for the gate, `test-full` for all. */
export async function runUnits(run, mode, env = {}) {
  const fresh = () => String(Math.floor(Math.random() * 2 ** 32))
  const seed = process.env.AIRLOCK_SEED ?? (mode === 'test' ? gateSeed : fresh())
  console.log(`seed of the unit tests: AIRLOCK_SEED=${seed}`)
  const report = 'test-results/unit.json'
  const args = [
    'run',
    '--mode',
    mode,
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const status = await timed(run, 'unit', () => runShown('vitest', args, { AIRLOCK_SEED: seed, ...env }))
  count(run, 'vitest', status, () => {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = readJson(report)
    return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites }
  })
}

/** Runs browser tests. */
export async function runBrowserTests(run, args, env = {}) {
  const all = ['test', '-c', 'e2e/playwright.config.ts', ...args]
  const status = await timed(run, 'browser', () => runShown('playwright', all, env))
  count(run, 'playwright', status, () => {
    const { stats } = readJson('test-results/e2e.json')
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  })
}

/** Prints the times, the flaky tests and the counts, and ends the process. */
export function endRun(run) {
  const flaky = [...flakyUnits(), ...(existsSync('test-results/flaky.json') ? readJson('test-results/flaky.json') : [])]
  const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`
  const total = `${seconds(performance.now() - run.begun)} in all`
  console.log(`\ntime: ${run.times.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')}; ${total}`)
  for (const line of slowest()) console.log(line)
  for (const name of failures()) console.log(`failed: ${name}`)
  for (const name of flaky) console.log(`flaky: ${name}`)
  console.log(`${flaky.length} flaky (at most ${flakyLimit})`)
  if (flaky.length > flakyLimit) run.totals.failed += 1
  console.log(`\n${run.totals.passed} passed, ${run.totals.failed} failed`)
  process.exit(run.totals.failed ? 1 : 0)
}

/** Names of the failed tests, repeated at the end of the log. */
function failures() {
  const units = unitFiles().flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${inProject(name)}: ${message}`]
    return failed.map((test) => nameOf(name, test))
  })
  const browser = browserSpecs()
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
    .map(({ file, title }) => `e2e/${file} › ${title}`)
  return [...units, ...browser]
}

/** A test that passed on the retry keeps the failure of its first run. */
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

const unitFiles = () => (existsSync('test-results/unit.json') ? readJson('test-results/unit.json').testResults : [])

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

const environment = (env) => ({ ...process.env, PATH: path, ...env })

const runShown = (command, args, env) =>
  new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', env: environment(env) })
    child.once('error', () => done(1))
    child.once('close', (code) => done(code ?? 1))
  })

const runCaptured = (command, args) =>
  new Promise((done) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment({}) })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    child.once('error', (error) => done({ status: 1, output: `${error}\n` }))
    child.once('close', (code) => done({ status: code ?? 1, output }))
  })
