/**
 * `npm run attack -- --mutants`: switches each defence off in turn and expects its case to fail. The run fails if a
 * mutant survives or no longer fits its source. `-- --mutants C12 links` runs those whose number, name, symbol or file
 * matches; `--shard 1/3` runs a third.
 */
import { isUnitProof } from '../registry/case.ts'
import { registry } from '../registry.ts'
import { openRewriter, type Rewriter } from '../rewrite/rewrite.ts'
import { type Source, Unmapped } from '../rewrite/symbols.ts'
import { type Lane, openLane } from './lane.ts'
import { mutants as all, readSources } from './list.ts'
import type { Mutant } from './table.ts'

/** Number of parallel lanes; each has a browser and a world of its own. */
const lanes = 2

type Verdict = 'killed' | 'survived' | 'unmapped' | 'error'
type Job = { readonly mutant: Mutant; readonly sources: readonly Source[] | Unmapped }

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/** The tests that have the number of the mutant's case, and its text, in their titles. */
const titlesFor = ({ case: id, only = '' }: Mutant): RegExp => titlesOf([id], `(?=.*${escaped(only)})`)
const titlesOf = (ids: readonly string[], more = ''): RegExp =>
  new RegExp(`${more}(?=.*(@|\\[|, )(${ids.join('|')})\\b)`)

function proofsOf({ case: id, isUnit }: Mutant): {
  readonly units: readonly string[]
  readonly browser: readonly string[]
} {
  const proofs = registry.find((entry) => entry.id === id)?.proof ?? []
  return { units: proofs.filter(isUnitProof), browser: isUnit ? [] : proofs.filter((proof) => !isUnitProof(proof)) }
}

export async function runMutants(
  filters: readonly string[],
  shard: readonly [index: number, count: number],
): Promise<number> {
  const rewriter = openRewriter(readSources())
  const jobs = all
    .map((mutant): Job => ({ mutant, sources: mutated(rewriter, mutant) }))
    .filter((job) => filters.length === 0 || filters.some((text) => isMeant(job, text)))
    .filter((_, index) => index % shard[1] === shard[0] - 1)
  const mutants = jobs.map(({ mutant }) => mutant)
  const isBuilt = mutants.some((mutant) => proofsOf(mutant).browser.length > 0)
  const queue = [...jobs]
  const verdicts: Verdict[] = []
  const open = await Promise.all(Array.from({ length: Math.min(lanes, jobs.length) }, () => openLane({ isBuilt })))
  try {
    const slowest = open[0] ? await expectGreen(open[0], mutants) : new Map<string, number>()
    const work = async (lane: Lane) => {
      for (let job = queue.shift(); job; job = queue.shift())
        verdicts.push(await judge(lane, job, 5000 + 4 * (slowest.get(job.mutant.case) ?? 0)))
    }
    await Promise.all(open.map(work))
  } finally {
    for (const lane of open) await lane.close()
  }
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  print(
    `\n${count('killed')} killed, ${count('survived')} survived, ${count('unmapped')} unmapped, ${count('error')} errors`,
  )
  return count('killed') === jobs.length ? 0 : 1
}

function mutated({ rewrite }: Rewriter, { edits }: Mutant): Job['sources'] {
  try {
    return rewrite(edits)
  } catch (error) {
    if (error instanceof Unmapped) return error
    throw error
  }
}

const isMeant = ({ mutant: { case: id, name, edits }, sources }: Job, text: string): boolean =>
  id === text ||
  name.includes(text) ||
  edits.some(({ symbol }) => symbol.includes(text)) ||
  (!(sources instanceof Unmapped) && sources.some(({ file }) => file.includes(text)))

/** Checks that the cases pass without mutants: a failing case would kill every mutant. */
async function expectGreen(lane: Lane, mutants: readonly Mutant[]): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(mutants.map((mutant) => mutant.case))]
  const files = (kind: 'units' | 'browser') => [...new Set(mutants.flatMap((mutant) => proofsOf(mutant)[kind]))]
  const units = await lane.units.run(titlesOf(ids), files('units'))
  if (units.failed.length > 0) throw new Error(`Not green without mutants: ${units.failed.join('; ')}`)
  print(`${units.passed} unit tests of ${ids.length} cases pass without mutants`)
  if (files('browser').length === 0) return new Map()
  const browser = await lane.attack(titlesOf(ids), files('browser'), { workers: 2 })
  if (browser.failed.length > 0)
    throw new Error(`Not green without mutants, run \`npm run attack\` first: ${browser.failed.join('; ')}`)
  print(`${browser.passed} browser tests pass without mutants\n`)
  return browser.slowest
}

/** @param patience milliseconds allowed per browser test: several times its duration without the mutant */
async function judge(lane: Lane, { mutant, sources }: Job, patience: number): Promise<Verdict> {
  const begun = performance.now()
  const { verdict, detail } = await attempt(lane, mutant, sources, patience).catch((error: unknown) => ({
    verdict: 'error' as const,
    detail: `\n  ${error instanceof Error ? error.message : String(error)}`,
  }))
  lane.restore()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  print(`${verdict.padEnd(8)} ${mutant.case.padEnd(4)} ${seconds.padStart(5)} s  ${mutant.name}${detail}`)
  return verdict
}

/** Unit tests first, because they are quick; the browser if they do not notice. */
async function attempt(
  lane: Lane,
  mutant: Mutant,
  sources: Job['sources'],
  timeout: number,
): Promise<{ verdict: Verdict; detail: string }> {
  if (sources instanceof Unmapped) return { verdict: 'unmapped', detail: `\n  ${sources.message}` }
  const { units, browser } = proofsOf(mutant)
  const titles = titlesFor(mutant)
  lane.mutate(sources)
  const told = units.length > 0 ? await lane.units.run(titles, units) : { passed: 0, failed: [] }
  if (told.failed.length > 0) return { verdict: 'killed', detail: '' }
  if (browser.length === 0 && told.passed === 0) throw new Error(`No test ran in ${units.join(', ')}`)
  if (browser.length === 0) return { verdict: 'survived', detail: '' }
  await lane.build()
  const { failed } = await lane.attack(titles, browser, { timeout })
  return { verdict: failed.length > 0 ? 'killed' : 'survived', detail: '' }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
