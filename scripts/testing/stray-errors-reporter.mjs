/** Reporter of vitest: lists the errors that were thrown outside of any test, each with the test file that was running. */
import { writeFileSync } from 'node:fs'

/** Written at the end of a run of unit tests: `{ file?: string, message: string }[]`. */
export const strayErrorsFile = 'test-results/stray-errors.json'

export default class StrayErrors {
  onTestRunEnd(_modules, errors) {
    const entries = errors.map(({ VITEST_TEST_PATH: file, name, message, stack }) => ({
      file,
      message: `${name ?? 'Error'}: ${message}`,
      stack,
    }))
    writeFileSync(strayErrorsFile, JSON.stringify(entries, null, 2))
  }
}
