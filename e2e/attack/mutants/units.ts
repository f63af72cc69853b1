/** The unit tests of a copy of the repository, in a runner that stays warm: a changed file is read again, nothing else. */
import { join } from 'node:path'
import { createVitest, type TestCase } from 'vitest/node'

export async function openUnits(folder: string) {
  const ended: TestCase[] = []
  const broken: string[] = []
  process.env.AIRLOCK_SIZES = 'gate'
  const vitest = await createVitest('test', {
    root: folder,
    config: join(folder, 'vite.config.ts'),
    mode: 'test-full',
    watch: false,
    maxWorkers: 1,
    // What a mutant keeps from ending is noticed sooner. Without mutants every test ends within it.
    testTimeout: 40_000,
    bail: 1,
    silent: true,
    reporters: [
      {
        onTestCaseResult: (test) => void ended.push(test),
        onTestModuleEnd: (module) => void broken.push(...module.errors().map(({ message }) => message)),
      },
    ],
  })

  /** Runs the tests of these files whose titles match, until the first failure. A file that does not load proves nothing. */
  async function run(
    titles: RegExp,
    files: readonly string[],
  ): Promise<{ readonly passed: number; readonly failed: readonly string[] }> {
    const found = await Promise.all(files.map((file) => vitest.globTestSpecifications([join(folder, file)])))
    vitest.setGlobalTestNamePattern(titles)
    ended.length = 0
    broken.length = 0
    if (files.length > 0) await vitest.runTestSpecifications(found.flat())
    const inState = (state: string) => ended.filter((test) => test.result().state === state)
    const [passed, failed] = [inState('passed'), inState('failed')]
    if (broken.length > 0 && failed.length === 0) throw new Error(`A file does not load: ${broken.join('; ')}`)
    return { passed: passed.length, failed: failed.map(nameAndReason) }
  }

  return {
    run,
    /** To be called after the file has changed. */
    forget: (file: string) => vitest.invalidateFile(join(folder, file)),
    close: () => vitest.close(),
  }
}

const nameAndReason = (test: TestCase): string => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`
