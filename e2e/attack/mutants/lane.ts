/**
 * A copy of the repository in which mutants are built and attacked, one after the other. The working tree is only read;
 * the dependencies are linked.
 */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { numbersOf } from '../numbers.ts'
import { type Mutant, type Part, partsOf } from './mutant.ts'

const root = resolve(import.meta.dirname, '../../..')
const bin = (path: string) => join(root, 'node_modules', path)

export class Unmapped extends Error {}

export type Outcome = {
  readonly passed: number
  readonly failed: number
  /** Titles of failed tests. */
  readonly failures: readonly string[]
  /** Duration of the slowest test in milliseconds, by number of case. */
  readonly slowest: ReadonlyMap<string, number>
}

const Suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tags: z.array(z.string()),
      tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.optional(z.array(Suite))
  },
})
type Suite = z.infer<typeof Suite>

const Report = z.object({
  suites: z.array(Suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.object({ message: z.string().optional() })),
})

const UnitReport = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
})

export type Lane = Awaited<ReturnType<typeof openLane>>

/** @param isBuilt false if only unit tests will run */
export async function openLane({ isBuilt }: { readonly isBuilt: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-mutants-'))
  const at = (path: string) => join(folder, path)
  for (const file of await sourceFiles()) {
    mkdirSync(dirname(at(file)), { recursive: true })
    cpSync(join(root, file), at(file))
  }
  linkDependencies(folder)
  if (isBuilt) {
    // The wallet offers the page that opens a kit.
    cpSync(join(root, 'dist/kit'), at('dist/kit'), { recursive: true })
    await build(['sdk', 'frame', 'wallet', 'pack', 'demo', 'fixtures'])
    // The runner loads every spec, and that of the examples names the packed SDK.
    cpSync(join(root, 'dist/pack'), at('dist/pack'), { recursive: true })
    cpSync(at('dist'), at('clean'), { recursive: true })
  }

  async function build(parts: readonly (Part | 'pack' | 'demo')[]): Promise<void> {
    for (const part of parts) {
      await run(bin('vite/bin/vite.js'), ['build', '--mode', part, '--logLevel', 'warn'])
      // Seals and signs the build, like a release.
      if (part === 'frame' || part === 'wallet')
        await run(bin('tsx/dist/cli.mjs'), [
          'service/src/release/main.ts',
          `dist/${part}`,
          '0'.repeat(16),
          `dist/${part}-key.pub`,
        ])
    }
  }

  function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    return new Promise((done, fail) => {
      const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
      execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
        if (error) fail(new Error(`${script}: ${(stderr || stdout).slice(-2000)}`, { cause: error }))
        else done()
      })
    })
  }

  /** Runs the matching tests until the first failure. A run without a report is an error, not a verdict. */
  async function attack(grep: string, { workers = 1, timeout = 30_000 } = {}): Promise<Outcome> {
    const report = at('report.json')
    rmSync(report, { force: true })
    const args = ['test', '-c', 'e2e/playwright.config.ts', '--grep', grep, '--reporter=json']
    const bounds = [`--workers=${workers}`, '--retries=0', '--max-failures=1', `--timeout=${timeout}`]
    let problem: unknown
    await run(bin('@playwright/test/cli.js'), [...args, ...bounds], { PLAYWRIGHT_JSON_OUTPUT_NAME: report }).catch(
      (error: unknown) => {
        problem = error
      },
    )
    try {
      const { stats, errors, suites } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
      const passed = stats.expected
      const failed = stats.unexpected + stats.flaky
      if (passed + failed === 0) throw new Error(`No test ran: ${errors.map(({ message }) => message).join('; ')}`)
      return { passed, failed, failures: failuresOf(suites), slowest: durations(suites) }
    } catch (error) {
      throw problem instanceof Error ? problem : error
    }
  }

  /** Runs the unit tests of these files whose titles contain the number. A file that does not load proves nothing. */
  async function attackUnits(id: string, files: readonly string[]): Promise<Pick<Outcome, 'passed' | 'failed'>> {
    const report = at('unit-report.json')
    rmSync(report, { force: true })
    const args = [
      'run',
      '--mode',
      'test-full',
      ...files,
      '-t',
      titleOf(id),
      '--reporter=json',
      `--outputFile=${report}`,
    ]
    await run(bin('vitest/vitest.mjs'), args).catch(() => {}) // the report contains the result
    const { testResults } = UnitReport.parse(JSON.parse(readFileSync(report, 'utf8')))
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    const count = (status: string) => results.filter((result) => result.status === status).length
    const outcome = { passed: count('passed'), failed: count('failed') }
    const broken = testResults.find(({ status, assertionResults }) => status === 'failed' && !assertionResults.length)
    if (broken && outcome.failed === 0) throw new Error(`A test of ${id} does not load: ${broken.message ?? ''}`)
    if (outcome.passed + outcome.failed === 0) throw new Error(`No unit test of ${id} ran in ${files.join(', ')}`)
    return outcome
  }

  /** Original text of each file that the mutant changes. */
  const originals = new Map<string, string>()

  return {
    attack,
    attackUnits,
    /** @throws {Unmapped} when an edit does not apply exactly once. */
    async mutate(mutant: Mutant, { isBuilt }: { readonly isBuilt: boolean }): Promise<void> {
      for (const { file, find, replace } of mutant.edits) {
        if (!existsSync(at(file))) throw new Unmapped(`${file} is not there`)
        const source = readFileSync(at(file), 'utf8')
        const count = source.split(find).length - 1
        if (count !== 1) throw new Unmapped(`${file} holds ${count} times: ${find}`)
        if (!originals.has(file)) originals.set(file, source)
        writeFileSync(
          at(file),
          source.replace(find, () => replace),
        )
      }
      if (isBuilt) await build(partsOf(mutant))
    },
    restore(mutant: Mutant, { isBuilt }: { readonly isBuilt: boolean }): void {
      for (const [file, source] of originals) writeFileSync(at(file), source)
      originals.clear()
      if (!isBuilt || partsOf(mutant).length === 0) return
      rmSync(at('dist'), { recursive: true })
      cpSync(at('clean'), at('dist'), { recursive: true })
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A pattern for titles that contain this number in brackets. */
export const titleOf = (id: string): string => `\\[[^\\]]*\\b${id}\\b`

const failuresOf = (suites: readonly Suite[]): string[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ ok, tests }) => !ok && tests.some(({ results }) => results.length > 0))
      .map(({ title }) => title),
    ...failuresOf(inner),
  ])

function durations(suites: readonly Suite[], into = new Map<string, number>()): ReadonlyMap<string, number> {
  for (const { specs, suites: inner = [] } of suites) {
    for (const { title, tags, tests } of specs) {
      const times = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
      for (const id of numbersOf({ tags, titles: [title] })) into.set(id, Math.max(into.get(id) ?? 0, ...times))
    }
    durations(inner, into)
  }
  return into
}

/** The files that git tracks or would add: the working tree as it is. */
function sourceFiles(): Promise<readonly string[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  return new Promise((done, fail) => {
    execFile('git', args, { cwd: root, maxBuffer: 16 * 1024 * 1024 }, (error, stdout) => {
      if (error) fail(error)
      else done(stdout.split('\n').filter((file) => file !== ''))
    })
  })
}

/** Links every package except our own, which are copied. Also links packages of which a workspace has its own version. */
function linkDependencies(copy: string): void {
  const into = join(copy, 'node_modules')
  mkdirSync(into)
  for (const name of readdirSync(bin('')))
    if (name === '@airlock') cpSync(bin(name), join(into, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(bin(name), join(into, name))
  for (const workspace of readdirSync(copy)) {
    const own = join(root, workspace, 'node_modules')
    if (workspace !== 'node_modules' && existsSync(own)) symlinkSync(own, join(copy, workspace, 'node_modules'))
  }
}
