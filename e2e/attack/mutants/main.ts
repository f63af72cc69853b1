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

/** Number of parallel lanes; each has a browser and a world of its own. Twice the cores: a test that no longer ends only waits. */
const lanes = 4

type Verdict = 'killed' | 'survived' | 'unmapped' | 'error'
type Attempt = { readonly verdict: Verdict; readonly detail: string }
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
  const open: Lane[] = []
  while (open.length < Math.min(lanes, jobs.length)) open.push(await openLane({ isBuilt, like: open[0] }))
  try {
    const slowest = await expectGreen(open, mutants)
    const work = async (lane: Lane) => {
      for (let job = queue.shift(); job; job = queue.shift())
        verdicts.push(await judge(lane, job, slowest.get(job.mutant.case) ?? 0))
    }
    await Promise.all(open.map(work))
  } finally {
    for (const lane of open) await lane.close()
  }
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  print(
    `\n${count('killed')} killed, ${count('survived')} survived, ${count('unmapped')} unmapped, ${count('error')} errors`,
  )
  return count('killed') === jobs.length && jobs.length > 0 ? 0 : 1
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

/** Checks that the cases pass without mutants, at the latest on a second try: a failing case would kill every mutant. */
async function expectGreen(open: readonly Lane[], mutants: readonly Mutant[]): Promise<ReadonlyMap<string, number>> {
  const titles = titlesOf([...new Set(mutants.map((mutant) => mutant.case))])
  const files = (kind: 'units' | 'browser') => [...new Set(mutants.flatMap((mutant) => proofsOf(mutant)[kind]))]
  const share = (lane: number) => files('units').filter((_, at) => at % open.length === lane)
  const green = async (lane: Lane, part: readonly string[]) => {
    const first = await lane.units.run(titles, part)
    return first.failed.length === 0 ? first : lane.units.run(titles, part)
  }
  const units = await Promise.all(open.map((lane, at) => green(lane, share(at))))
  expectNone(units.flatMap(({ failed }) => failed))
  print(`${units.reduce((sum, { passed }) => sum + passed, 0)} unit tests pass without mutants`)
  const [lane] = open
  if (!lane || files('browser').length === 0) return new Map()
  const browser = await lane.attack(titles, files('browser'), { workers: open.length, retries: 1, timeout: 120_000 })
  expectNone(browser.failed)
  print(`${browser.passed} browser tests pass without mutants\n`)
  return browser.slowest
}

function expectNone(failed: readonly string[]): void {
  if (failed.length > 0)
    throw new Error(`Not green without mutants, run \`npm run attack\` first: ${failed.join('; ')}`)
}

/** @param slowest duration in milliseconds of the slowest browser test without the mutant */
async function judge(lane: Lane, job: Job, slowest: number): Promise<Verdict> {
  const begun = performance.now()
  const failure = (error: unknown): Attempt => ({ verdict: 'error', detail: `\n  ${String(error)}` })
  const { verdict, detail } = await attempt(lane, job, slowest).catch(failure)
  lane.restore()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  print(`${verdict.padEnd(8)} ${job.mutant.case.padEnd(4)} ${seconds.padStart(5)} s  ${job.mutant.name}${detail}`)
  return verdict
}

/** Unit tests first, because they are quick; the browser if they do not notice. */
async function attempt(lane: Lane, { mutant, sources }: Job, slowest: number): Promise<Attempt> {
  if (sources instanceof Unmapped) return { verdict: 'unmapped', detail: `\n  ${sources.message}` }
  const { units, browser } = proofsOf(mutant)
  const titles = titlesFor(mutant)
  lane.mutate(sources)
  let ran = 0
  for (const file of nearestFirst(units, sources[0]?.file ?? '')) {
    const { passed, failed } = await lane.units.run(titles, [file])
    if (failed.length > 0) return { verdict: 'killed', detail: '' }
    ran += passed
  }
  if (browser.length === 0 && ran === 0) throw new Error(`No test ran in ${units.join(', ')}`)
  if (browser.length === 0) return { verdict: 'survived', detail: '' }
  await lane.build('most')
  // No single wait of a test takes longer than the whole test, which ran beside as many others.
  const patience = { timeout: 5000 + 3 * slowest, expectTimeout: Math.min(15_000, 5000 + slowest) }
  const isKilled = async () => (await lane.attack(titles, browser, patience)).failed.length > 0
  const verdict = (await isKilled()) || ((await lane.build('rest')) && (await isKilled())) ? 'killed' : 'survived'
  return { verdict, detail: ', in the browser' }
}

/** Tests beside the mutant are the likeliest to notice it. */
function nearestFirst(files: readonly string[], mutated: string): readonly string[] {
  const apart = (file: string) => file.split('/').filter((folder, at) => folder !== mutated.split('/')[at]).length
  return [...files].sort((one, other) => apart(one) - apart(other))
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
