/**
 * Prints the table: one line per library and action, one column per wallet. Fails if a cell was neither played nor has a
 * reason.
 */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { type Action, actions, libraries, reasonAgainst, titleOf, type WalletKind, wallets } from './libraries.ts'

class TableReporter implements Reporter {
  /** Whether each action passed, by the title of the test: of its last run. */
  readonly #played = new Map<string, ReadonlyMap<string, boolean>>()
  readonly #errors = new Map<string, string>()

  onTestEnd({ title }: TestCase, { steps, errors }: TestResult): void {
    const done = steps.filter(({ category }) => category === 'test.step')
    this.#played.set(title, new Map(done.map((step) => [step.title, step.error === undefined])))
    this.#errors.set(title, errors.map(({ stack, message }) => stack ?? message ?? '').join('\n'))
  }

  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const reasons: string[] = []
    const cellOf = (library: (typeof libraries)[number], wallet: WalletKind, action: Action): string => {
      const reason = reasonAgainst(library, wallet, action)
      const passed = this.#played.get(titleOf(library, wallet))?.get(action)
      if (reason === undefined) return passed === undefined ? 'missing' : passed ? 'ok' : 'FAILED'
      if (!reasons.includes(reason)) reasons.push(reason)
      return `n/a (${reasons.indexOf(reason) + 1})`
    }
    const rows = libraries.flatMap((library) =>
      actions.map((action) => [library.name, action, ...wallets.map((wallet) => cellOf(library, wallet, action))]),
    )
    for (const [name, action, ...cells] of [['library', 'action', ...wallets], ...rows])
      print(`${name?.padEnd(24)}${action?.padEnd(28)}${cells.map((cell) => cell.padEnd(10)).join('')}`)
    for (const [index, reason] of reasons.entries()) print(`(${index + 1}) ${reason}`)
    for (const [title, errors] of this.#errors) if (errors) print(`\n${title}\n${errors}`)
    const cells = rows.flatMap(([, , ...all]) => all)
    const count = (wanted: string) => cells.filter((cell) => cell.startsWith(wanted)).length
    const [ok, without, failed, missing] = ['ok', 'n/a', 'FAILED', 'missing'].map(count)
    print(`\n${cells.length} cells: ${ok} played, ${without} not applicable, ${failed} failed, ${missing} missing`)
    return Promise.resolve({ status: failed === 0 && missing === 0 ? status : 'failed' })
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

export default TableReporter
