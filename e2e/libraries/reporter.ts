/** Prints the table of `table.ts`, and fails if a cell failed or is missing. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { cells, tableOf } from './table.ts'

class TableReporter implements Reporter {
  /** Of the last run of each test. */
  readonly #played = new Map<string, ReadonlyMap<string, boolean>>()
  readonly #errors = new Map<string, string>()

  onTestEnd({ title }: TestCase, { steps, errors, status, duration }: TestResult): void {
    const done = steps.filter(({ category }) => category === 'test.step')
    this.#played.set(title, new Map(done.map((step) => [step.title, step.error === undefined])))
    this.#errors.set(title, errors.map(({ stack, message }) => stack ?? message ?? '').join('\n'))
    print(`${status.padEnd(10)}${title} (${(duration / 1000).toFixed(1)} s)`)
  }

  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const { lines, isWhole } = tableOf(cells, this.#played)
    for (const [title, errors] of this.#errors) if (errors) print(`\n${title}\n${errors}`)
    print('')
    for (const line of lines) print(line)
    return Promise.resolve({ status: isWhole ? status : 'failed' })
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

export default TableReporter
