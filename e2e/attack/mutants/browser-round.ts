/** Judges by browser tests the mutants that no unit test has noticed. */

import type { Lane } from '../lane/lane.ts'
import { type Job, print, say, titlesOf, type Verdict } from './job.ts'

export async function judgeByBrowser(lanes: readonly Lane[], jobs: readonly Job[]): Promise<readonly Verdict[]> {
  const [first] = lanes
  if (!first || jobs.length === 0) return []
  for (const lane of lanes) await lane.buildAll(first)
  const slowest = await expectGreen(first, lanes.length, jobs)
  const queue = [...jobs]
  const verdicts: Verdict[] = []
  const work = async (lane: Lane) => {
    for (let job = queue.shift(); job; job = queue.shift())
      verdicts.push(await judge(lane, job, slowest.get(job.mutant.case) ?? 0))
  }
  await Promise.all(lanes.map(work))
  return verdicts
}

/**
 * Checks that the tests pass without mutants, at the latest on a second try: a failing one would kill every mutant.
 * @returns duration in milliseconds of the slowest test, by number of case
 */
async function expectGreen(lane: Lane, workers: number, jobs: readonly Job[]): Promise<ReadonlyMap<string, number>> {
  const files = [...new Set(jobs.flatMap(({ browser }) => browser))]
  const { passed, failed, slowest } = await lane.attack(titlesOf(jobs), files, {
    workers,
    retries: 1,
    timeout: 120_000,
  })
  if (failed.length > 0)
    throw new Error(`Not green without mutants, run \`npm run attack\` first: ${failed.join('; ')}`)
  print(`\n${passed} browser tests pass without mutants\n`)
  return slowest
}

async function judge(lane: Lane, job: Job, slowest: number): Promise<Verdict> {
  const begun = performance.now()
  try {
    const verdict = (await lane.withMutant(job, () => isKilled(lane, job, slowest))) ? 'killed' : 'survived'
    say(verdict, job.mutant, begun, ', in the browser')
    return verdict
  } catch (error) {
    say('error', job.mutant, begun, `\n  ${String(error)}`)
    return 'error'
  }
}

async function isKilled(lane: Lane, { titles, browser }: Job, slowest: number): Promise<boolean> {
  // No single wait of a test takes longer than the whole test, which ran beside as many others.
  const patience = { timeout: 5000 + 3 * slowest, expectTimeout: Math.min(15_000, 5000 + slowest) }
  const isNoticed = async () => (await lane.attack(titles, browser, patience)).failed.length > 0
  await lane.build('most')
  return (await isNoticed()) || ((await lane.build('rest')) && (await isNoticed()))
}
