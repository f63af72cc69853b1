/**
 * Judges mutants by the unit tests of their cases. The tests run in a process that goes on, so what killed a mutant must
 * pass without it afterwards, in the same process: neither the test nor an earlier mutant may be the cause.
 */

import type { Lane } from '../lane/lane.ts'
import { type Job, print, say, titlesOf, type Verdict } from './job.ts'

/** Number of mutants that one process judges. */
const perProcess = 50

type Kill = { readonly job: Job; readonly file: string }

export type UnitRound = {
  readonly verdicts: readonly Verdict[]
  /** Jobs whose unit tests noticed nothing, and which have browser tests. */
  readonly left: readonly Job[]
}

export async function judgeByUnits(lanes: readonly Lane[], jobs: readonly Job[]): Promise<UnitRound> {
  const queue = jobs.filter(({ units }) => units.length > 0)
  const left = jobs.filter(({ units }) => units.length === 0)
  const verdicts: Verdict[] = []

  async function judge(lane: Lane, job: Job): Promise<Kill | undefined> {
    const begun = performance.now()
    try {
      const { file, ran } = await lane.withMutant(job, () => killer(lane, job))
      if (file === undefined && job.browser.length > 0) left.push(job)
      else if (file === undefined && ran === 0) throw new Error(`No test ran in ${job.units.join(', ')}`)
      else say(file === undefined ? 'survived' : 'killed', job.mutant, begun)
      if (file !== undefined) return { job, file }
      if (job.browser.length === 0) verdicts.push('survived')
    } catch (error) {
      say('error', job.mutant, begun, `\n  ${String(error)}`)
      verdicts.push('error')
    }
    return undefined
  }

  async function confirm(lane: Lane, kills: readonly Kill[]): Promise<void> {
    for (const file of new Set(kills.map((kill) => kill.file))) {
      const here = kills.flatMap((kill) => (kill.file === file ? [kill.job] : []))
      if (await isGreen(lane, here, file)) verdicts.push(...here.map(() => 'killed' as const))
      else await judgeAlone(lane, here, file)
    }
    await lane.units.end()
  }

  /** Judges again, each in a new process. */
  async function judgeAlone(lane: Lane, again: readonly Job[], file: string): Promise<void> {
    print(`again    ${file} fails without mutants in a process that judged ${again.length} of them`)
    await lane.units.end()
    if (!(await isGreen(lane, again, file)))
      throw new Error(`Not green without mutants, run \`npm run attack\` first: ${file}`)
    for (const job of again) {
      await lane.units.end()
      if (await judge(lane, job)) verdicts.push('killed')
    }
  }

  async function work(lane: Lane): Promise<void> {
    let kills: Kill[] = []
    for (let job = queue.shift(); job; job = queue.shift()) {
      const kill = await judge(lane, job)
      if (kill) kills.push(kill)
      if (kills.length < perProcess) continue
      await confirm(lane, kills)
      kills = []
    }
    await confirm(lane, kills)
  }

  await Promise.all(lanes.map(work))
  return { verdicts, left }
}

/** The first file that notices, and the number of tests that passed before it. */
async function killer(lane: Lane, { units, titles }: Job): Promise<{ readonly file?: string; readonly ran: number }> {
  let ran = 0
  for (const file of units) {
    const { passed, failed } = await lane.units.run(titles, [file])
    if (failed.length > 0) return { file, ran }
    ran += passed
  }
  return { ran }
}

const isGreen = async (lane: Lane, jobs: readonly Job[], file: string): Promise<boolean> =>
  (await lane.units.run(titlesOf(jobs), [file])).failed.length === 0
