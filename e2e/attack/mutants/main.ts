/**
 * `npm run attack -- --mutants`: switches each defence off in turn and expects its case to fail. The run fails if a
 * mutant survives or no longer fits its source. `-- --mutants C12 links` runs those whose number, name, symbol or file
 * matches; `--shard 1/3` runs a third.
 */

import { type Lane, openLane } from '../lane/lane.ts'
import { openRewriter } from '../rewrite/rewrite.ts'
import { Unmapped } from '../rewrite/symbols.ts'
import { judgeByBrowser } from './browser-round.ts'
import { type Job, jobOf, print, say, type Verdict } from './job.ts'
import { mutants as all, readSources } from './list.ts'
import type { Mutant } from './table.ts'
import { judgeByUnits } from './unit-round.ts'

/** Number of parallel lanes; each has a browser and a world of its own. Twice the cores: a test that no longer ends only waits. */
const laneCount = 4

export async function runMutants(
  filters: readonly string[],
  shard: readonly [index: number, count: number],
): Promise<number> {
  const { rewrite } = openRewriter(readSources())
  const meant = all
    .map((mutant) => made(mutant, rewrite))
    .filter((one) => filters.length === 0 || filters.some((text) => isMeant(one, text)))
    .filter((_, index) => index % shard[1] === shard[0] - 1)
  const jobs = meant.filter(isJob)
  const unfit = meant.filter((one): one is Unfit => !isJob(one))
  for (const { mutant, message } of unfit) say('unmapped', mutant, performance.now(), `\n  ${message}`)
  const verdicts: Verdict[] = unfit.map(() => 'unmapped')
  const lanes: Lane[] = []
  while (lanes.length < Math.min(laneCount, jobs.length)) lanes.push(await openLane())
  try {
    const units = await judgeByUnits(lanes, jobs)
    verdicts.push(...units.verdicts, ...(await judgeByBrowser(lanes, units.left)))
  } finally {
    for (const lane of lanes) await lane.close()
  }
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  print(
    `\n${count('killed')} killed, ${count('survived')} survived, ${count('unmapped')} unmapped, ${count('error')} errors`,
  )
  return count('killed') === meant.length && meant.length > 0 ? 0 : 1
}

/** A mutant that no longer fits its source. */
type Unfit = { readonly mutant: Mutant; readonly message: string }

const isJob = (one: Job | Unfit): one is Job => 'sources' in one

function made(mutant: Mutant, rewrite: ReturnType<typeof openRewriter>['rewrite']): Job | Unfit {
  try {
    return jobOf(mutant, rewrite(mutant.edits))
  } catch (error) {
    if (error instanceof Unmapped) return { mutant, message: error.message }
    throw error
  }
}

const isMeant = (one: Job | Unfit, text: string): boolean =>
  one.mutant.case === text ||
  one.mutant.name.includes(text) ||
  one.mutant.edits.some(({ symbol }) => symbol.includes(text)) ||
  (isJob(one) && one.sources.some(({ file }) => file.includes(text)))
