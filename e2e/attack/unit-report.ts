/** The results of the corpus's unit tests, for the reporter. */
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import { numbersOf } from './numbers.ts'

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

export type UnitTest = {
  /** Path from the repository's root. */
  readonly file: string
  readonly title: string
  readonly numbers: readonly string[]
  readonly isPassed: boolean
  readonly failures: readonly string[]
}

/** @param path of the runner's JSON report. The result is empty if it is undefined or does not exist. */
export function readUnitReport(path: string | undefined): readonly UnitTest[] {
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
