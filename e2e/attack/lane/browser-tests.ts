/** The browser tests of a copy of the repository, and what became of them. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { numbersOf } from '../numbers.ts'
import { pathOfProof } from '../registry/case.ts'
import type { Run } from './run.ts'

export type Outcome = {
  readonly passed: number
  /** Titles of failed tests, with the reasons. */
  readonly failed: readonly string[]
  /** Duration of the slowest test in milliseconds, by number of case. */
  readonly slowest: ReadonlyMap<string, number>
}

export type BrowserTests = (
  titles: RegExp,
  files: readonly string[],
  options?: { workers?: number; timeout?: number; expectTimeout?: number; retries?: number },
) => Promise<Outcome>

/** Runs the matching browser tests of these files until the first failure. A run without a report is an error, not a verdict. */
export const browserTests =
  (folder: string, run: Run): BrowserTests =>
  async (titles, files, { workers = 1, timeout = 30_000, expectTimeout = 15_000, retries = 0 } = {}) => {
    const report = join(folder, 'report.json')
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
    const problem = await run('@playwright/test/cli.js', [...args, ...bounds], {
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

function durations(specs: Suite['specs']): ReadonlyMap<string, number> {
  const into = new Map<string, number>()
  for (const { title, tags, tests } of specs) {
    const times = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    for (const id of numbersOf({ tags, titles: [title] })) into.set(id, Math.max(into.get(id) ?? 0, ...times))
  }
  return into
}
