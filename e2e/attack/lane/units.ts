/** The unit tests of a copy of the repository, in a runner that stays warm: a changed file is read again, nothing else. */
import { join } from 'node:path'
import { createVitest, type TestCase, type TestSpecification } from 'vitest/node'
import { createWarmPool } from './warm-pool.ts'

export async function openUnits(folder: string) {
  const ended: TestCase[] = []
  const broken: string[] = []
  process.env.AIRLOCK_SIZES = 'gate'
  const warm = createWarmPool()
  const vitest = await createVitest('test', {
    root: folder,
    config: join(folder, 'vite.config.ts'),
    mode: 'test-full',
    watch: false,
    maxWorkers: 1,
    pool: warm.pool,
    // The process is shared, but not the sources in it.
    isolate: true,
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

  const known = new Map<string, Promise<readonly TestSpecification[]>>()
  function specificationsOf(file: string): Promise<readonly TestSpecification[]> {
    const found = known.get(file) ?? vitest.globTestSpecifications([join(folder, file)])
    known.set(file, found)
    return found
  }

  /** Runs the tests of these files whose titles match, until the first failure. A file that does not load proves nothing. */
  async function run(
    titles: RegExp,
    files: readonly string[],
  ): Promise<{ readonly passed: number; readonly failed: readonly string[] }> {
    const found = (await Promise.all(files.map(specificationsOf))).flat()
    ended.length = 0
    broken.length = 0
    // The pattern goes with each file, because a process that goes on keeps the settings that it started with.
    if (found.length > 0)
      await vitest.runTestSpecifications(
        found.map(({ project, moduleId }) => project.createSpecification(moduleId, { testNamePattern: titles })),
      )
    const inState = (state: string) => ended.filter((test) => test.result().state === state)
    const [passed, failed] = [inState('passed'), inState('failed')]
    // What does not end goes on, and what is thrown outside of a test may be thrown again.
    if (broken.length > 0 || failed.some(isTimeout)) await warm.end()
    if (broken.length > 0 && failed.length === 0) throw new Error(`A file does not load: ${broken.join('; ')}`)
    return { passed: passed.length, failed: failed.map(nameAndReason) }
  }

  return {
    run,
    /** To be called after the file has changed. */
    forget(file: string): void {
      vitest.invalidateFile(join(folder, file))
      warm.forget(join(folder, file))
    },
    /** Ends the process of the tests; the next run starts a new one. */
    end: warm.end,
    async close(): Promise<void> {
      await vitest.close()
      await warm.end()
    },
  }
}

const nameAndReason = (test: TestCase): string => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`
const isTimeout = (test: TestCase): boolean =>
  test.result().errors?.some(({ message }) => message.includes('timed out')) ?? false
