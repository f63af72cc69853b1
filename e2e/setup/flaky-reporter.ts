/**
 * Prints each browser test that passed only when repeated as `flaky: <name>`, and writes the names to
 * `test-results/flaky.json`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'

const file = resolve(import.meta.dirname, '../../test-results/flaky.json')

class FlakyReporter implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? []
    const flaky = tests
      .filter((test) => test.outcome() === 'flaky')
      .map((test) => test.titlePath().slice(2).join(' › '))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(flaky))
    for (const name of flaky) process.stdout.write(`flaky: ${name}\n`)
  }
}

export default FlakyReporter
