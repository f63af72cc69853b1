/**
 * Prints one line for each case and threat: its number, its verdict, what was attacked, and how many tests prove it.
 * Fails if one is broken.
 */
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import * as z from 'zod'
import { numbersOf } from './numbers.ts'
import type { Case } from './registry/case.ts'
import { registry } from './registry.ts'

const root = resolve(import.meta.dirname, '../..')

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          ancestorTitles: z.array(z.string()),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
})

type UnitTest = {
  /** Path from the repository's root. */
  readonly file: string
  readonly title: string
  readonly numbers: readonly string[]
  readonly isPassed: boolean
  readonly failures: readonly string[]
}

type Verdict = 'held' | 'broken' | 'unproven' | 'not yet applicable'

/** A test of either runner. */
type Proof = { readonly file: string; readonly title: string; readonly isHeld: boolean; readonly errors: string }

class AttackReporter implements Reporter {
  readonly #tests = new Map<string, TestCase[]>()
  readonly #units = readUnitReport(process.env.ATTACK_UNIT_REPORT)
  /** If set, only these cases were requested, and the others are not judged. */
  readonly #only = process.env.ATTACK_ONLY?.split(' ')
  readonly #problems = new Set<string>()

  onBegin(_config: FullConfig, suite: Suite): void {
    const known = new Map<string, Case>(registry.map((entry) => [entry.id, entry]))
    for (const test of suite.allTests())
      for (const id of numbersOf({ tags: test.tags, titles: test.titlePath() })) {
        this.#tests.set(id, [...(this.#tests.get(id) ?? []), test])
        const path = fileOf(test)
        if (!known.get(id)?.proof.includes(path)) this.#problems.add(`${id}: ${path} is not among its proofs`)
      }
  }

  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const lines = registry
      .filter(({ id }) => this.#only?.includes(id) ?? true)
      .map((entry) => ({ entry, ...this.#judge(entry) }))
    for (const { entry, verdict, detail } of lines)
      print(`${entry.id.padEnd(4)} ${verdict.padEnd(18)} ${entry.title}${detail ? ` (${detail})` : ''}`)
    const shown = new Set<string>()
    for (const { file, title, isHeld, errors } of registry.flatMap(({ id }) => this.#proofsOf(id)))
      if (!isHeld && !shown.has(file + title)) {
        shown.add(file + title)
        print(`\n${file}: ${title}\n${errors}`)
      }
    for (const problem of this.#problems) print(`problem: ${problem}`)
    const count = (wanted: Verdict) => lines.filter(({ verdict }) => verdict === wanted).length
    print(
      `\n${count('held')} held, ${count('broken')} broken, ${count('unproven')} unproven, ${count('not yet applicable')} not yet applicable`,
    )
    const isWhole = count('broken') + count('unproven') + this.#problems.size === 0
    return Promise.resolve({ status: isWhole ? status : 'failed' })
  }

  #proofsOf(id: string): readonly Proof[] {
    const browser = (this.#tests.get(id) ?? []).map((test) => ({
      file: fileOf(test),
      title: test.title,
      isHeld: test.outcome() === 'expected',
      errors: errorOf(test),
    }))
    const units = this.#units
      .filter(({ numbers }) => numbers.includes(id))
      .map(({ file, title, isPassed, failures }) => ({ file, title, isHeld: isPassed, errors: failures.join('\n') }))
    return [...units, ...browser]
  }

  #judge({ id, proof, needs, ends }: Case): { verdict: Verdict; detail: string } {
    const tests = this.#proofsOf(id)
    const waits = needs === undefined ? '' : `needs ${needs}`
    if (proof.length === 0) return { verdict: 'not yet applicable', detail: waits }
    const failed = tests.filter(({ isHeld }) => !isHeld)
    if (failed.length > 0) return { verdict: 'broken', detail: failed.map(({ title }) => title).join('; ') }
    const silent = proof.filter((path) => !tests.some(({ file }) => file === path))
    if (tests.length === 0 || silent.length > 0)
      return { verdict: 'unproven', detail: `no test in ${silent.join(', ')}` }
    const part = needs === undefined ? '' : `; not yet applicable: ${waits}`
    return { verdict: 'held', detail: `${ends.join(', ')}: ${tests.length} tests${part}` }
  }
}

/**
 * The results of the corpus's unit tests.
 * @param path of the runner's JSON report. The result is empty if it is undefined or does not exist.
 */
function readUnitReport(path: string | undefined): readonly UnitTest[] {
  if (path === undefined || !existsSync(path)) return []
  const { testResults } = Report.parse(JSON.parse(readFileSync(path, 'utf8')))
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ title, ancestorTitles, status, failureMessages }) => ({
        file: relative(root, name).split(sep).join('/'),
        title,
        numbers: numbersOf({ tags: [], titles: [...ancestorTitles, title] }),
        isPassed: status === 'passed',
        failures: failureMessages ?? [],
      })),
  )
}

/** The spec that a test belongs to. Its location may be a helper that declares tests for several specs. */
function fileOf(test: TestCase): string {
  for (let suite: Suite | undefined = test.parent; suite; suite = suite.parent)
    if (suite.type === 'file') return suite.title.split(sep).join('/')
  return test.location.file
}

const errorOf = (test: TestCase): string =>
  test.results.flatMap(({ errors }) => errors.map(({ stack, message }) => stack ?? message ?? '')).join('\n')

const print = (line: string): void => void process.stdout.write(`${line}\n`)

export default AttackReporter
