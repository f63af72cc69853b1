/**
 * A copy of the repository in which mutants are built and attacked, one after the other. The working tree is only read;
 * the dependencies are linked.
 */
import { type ChildProcess, execFile, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
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
import { pathOfProof } from '../registry/case.ts'
import type { Source } from '../rewrite/symbols.ts'
import { openUnits } from './units.ts'

const root = resolve(import.meta.dirname, '../../..')
const bin = (path: string) => join(root, 'node_modules', path)

/** The bundles, in build order, and the folders that each contains. Everything else runs from source. */
const parts = {
  sdk: ['protocol/src/', 'host-sdk/'],
  frame: ['protocol/src/', 'frame-app/src/shared/', 'frame-app/src/modal/', 'service/src/release/'],
  wallet: ['protocol/src/', 'frame-app/src/shared/', 'frame-app/src/wallet/', 'service/src/release/'],
  fixtures: [
    'protocol/src/',
    'host-sdk/',
    'frame-app/src/shared/approve/',
    'frame-app/src/wallet/security/',
    'frame-app/src/wallet/window/',
  ],
} as const
type Part = keyof typeof parts
const partsWith = (files: readonly string[]): readonly Part[] =>
  (['sdk', 'frame', 'wallet', 'fixtures'] as const).filter((part) =>
    files.some((file) => parts[part].some((folder) => file.startsWith(folder))),
  )

const Suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tags: z.array(z.string()),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({
              duration: z.number(),
              error: z.optional(z.object({ message: z.optional(z.string()) })),
            }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(Suite))
  },
})
type Suite = z.infer<typeof Suite>
const specsIn = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsIn)]

const titleAndReason = ({ title, tests }: Suite['specs'][number]): string =>
  `${title}: ${tests[0]?.results.at(-1)?.error?.message ?? ''}`

const Report = z.object({
  suites: z.array(Suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.object({ message: z.string().optional() })),
})

export type Outcome = {
  readonly passed: number
  /** Titles of failed tests, with the reasons. */
  readonly failed: readonly string[]
  /** Duration of the slowest test in milliseconds, by number of case. */
  readonly slowest: ReadonlyMap<string, number>
}

export type Lane = {
  readonly folder: string
  readonly units: Awaited<ReturnType<typeof openUnits>>
  /** Runs the matching browser tests of these files until the first failure. A run without a report is an error, not a verdict. */
  attack(
    titles: RegExp,
    files: readonly string[],
    options?: { workers?: number; timeout?: number; expectTimeout?: number; retries?: number },
  ): Promise<Outcome>
  /** Runs something while the copy contains the mutant. */
  withMutant<Result>(mutant: { readonly sources: readonly Source[] }, run: () => Promise<Result>): Promise<Result>
  /** Builds everything that browser tests need, or takes over the builds of the first lane. */
  buildAll(first: Lane): Promise<void>
  /**
   * Builds bundles that contain the mutant: `most` all but the wallet's, if another one contains it too, and `rest` the wallet's. It is the
   * largest, and few tests of the protocol need it.
   * @returns whether there was any
   */
  build(which: 'most' | 'rest'): Promise<boolean>
  close(): Promise<void>
}

export async function openLane(): Promise<Lane> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-mutants-'))
  const at = (path: string) => join(folder, path)
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  for (const file of execFileSync('git', listed, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(at(file)), { recursive: true })
    cpSync(join(root, file), at(file))
  }
  linkDependencies(folder)
  const units = await openUnits(folder)

  async function buildAll(first: Lane): Promise<void> {
    if (first.folder === folder) {
      // The wallet offers the page that opens a kit; the runner loads specs of the packed SDK.
      for (const part of ['kit', 'pack']) cpSync(join(root, 'dist', part), at(`dist/${part}`), { recursive: true })
      await build(['sdk', 'frame', 'wallet', 'pack', 'demo', 'fixtures'])
    } else for (const made of ['dist', 'host-sdk/dist']) cpSync(join(first.folder, made), at(made), { recursive: true })
    // The world serves what is built in its own lane.
    await run(bin('tsx/dist/cli.mjs'), ['e2e/setup/world-bundle.ts'])
    cpSync(at('dist'), at('clean'), { recursive: true })
  }

  async function build(wanted: readonly (Part | 'pack' | 'demo')[]): Promise<void> {
    for (const part of wanted) {
      await bundle(part)
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

  let builder: { readonly process: ChildProcess; readonly ended: Promise<string> } | undefined
  function openBuilder(): NonNullable<typeof builder> {
    // Of the copy, whose bundler finds the copy's settings.
    const process = fork(at('e2e/attack/mutants/builder.ts'), {
      cwd: folder,
      execArgv: ['--import', 'tsx'],
      stdio: 'ignore',
    })
    return { process, ended: once(process, 'exit').then(() => 'The builder has ended') }
  }

  async function bundle(part: string): Promise<void> {
    builder ??= openBuilder()
    builder.process.send(part)
    const answered = once(builder.process, 'message').then(([message]: unknown[]) => message)
    const answer = await Promise.race([answered, builder.ended])
    if (answer !== true) throw new Error(`${part}: ${String(answer)}`)
  }

  async function attack(
    titles: RegExp,
    files: readonly string[],
    { workers = 1, timeout = 30_000, expectTimeout = 15_000, retries = 0 } = {},
  ): Promise<Outcome> {
    const report = at('report.json')
    rmSync(report, { force: true })
    const args = [
      'test',
      '-c',
      'e2e/playwright.config.ts',
      ...files.map(pathOfProof),
      '--grep',
      titles.source,
      '--reporter=json',
    ]
    const bounds = [`--workers=${workers}`, `--retries=${retries}`, '--max-failures=1', `--timeout=${timeout}`]
    const problem = await run(bin('@playwright/test/cli.js'), [...args, ...bounds], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      AIRLOCK_EXPECT_MS: String(expectTimeout),
    }).catch((error: unknown) => error)
    if (!existsSync(report)) throw problem
    const { stats, errors, suites } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    const specs = suites.flatMap(specsIn).filter(({ tests }) => tests.some(({ results }) => results.length > 0))
    const failed = specs.filter(({ ok }) => !ok).map(titleAndReason)
    if (stats.expected + stats.flaky + failed.length === 0)
      throw new Error(`No test ran: ${errors.map(({ message }) => message).join('; ')}`)
    return { passed: stats.expected + stats.flaky, failed, slowest: durations(specs) }
  }

  /** Original text of each file that the mutant changes. */
  const originals = new Map<string, string>()
  const write = (file: string, text: string): void => {
    writeFileSync(at(file), text)
    units.forget(file)
  }

  function restore(): void {
    const isStale = existsSync(at('clean')) && partsWith([...originals.keys()]).length > 0
    for (const [file, text] of originals) write(file, text)
    originals.clear()
    if (!isStale) return
    rmSync(at('dist'), { recursive: true })
    cpSync(at('clean'), at('dist'), { recursive: true })
  }

  return {
    folder,
    attack,
    buildAll,
    units,
    async withMutant({ sources }, work) {
      for (const { file, text } of sources) {
        originals.set(file, readFileSync(at(file), 'utf8'))
        write(file, text)
      }
      try {
        return await work()
      } finally {
        restore()
      }
    },
    async build(which) {
      const parts = partsWith([...originals.keys()])
      const most = parts.length > 1 ? parts.filter((part) => part !== 'wallet') : parts
      const wanted = which === 'most' ? most : parts.filter((part) => !most.includes(part))
      await build(wanted)
      return wanted.length > 0
    },
    async close(): Promise<void> {
      builder?.process.kill()
      await units.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function durations(specs: Suite['specs']): ReadonlyMap<string, number> {
  const into = new Map<string, number>()
  for (const { title, tags, tests } of specs) {
    const times = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    for (const id of numbersOf({ tags, titles: [title] })) into.set(id, Math.max(into.get(id) ?? 0, ...times))
  }
  return into
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
