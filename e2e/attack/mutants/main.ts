/**
 * `npm run attack -- --mutants`: switches each defence off in turn and expects its case to fail. The run fails if a
 * mutant survives or no longer fits its source. `-- --mutants C12 links` runs those whose number, name or file matches.
 */
import { isUnitProof } from '../registry/case.ts'
import { registry } from '../registry.ts'
import { type Lane, openLane, Unmapped } from './lane.ts'
import { mutants as all } from './list.ts'
import type { Mutant } from './mutant.ts'

/** Number of parallel lanes; each has a browser and a world of its own. */
const lanes = 2

type Verdict = 'killed' | 'survived' | 'unmapped' | 'error'

const grepOf = (id: string, only = ''): string =>
  `(?=.*${only.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')})(?=.*(@|\\[|, )${id}\\b)`

const proofsOf = (id: string): readonly string[] => registry.find((entry) => entry.id === id)?.proof ?? []

/** The unit tests that must fail; none if the browser tests have to. */
function unitTestsFor({ case: id, isUnit }: Mutant): readonly string[] {
  const proofs = proofsOf(id)
  return isUnit || proofs.every(isUnitProof) ? proofs.filter(isUnitProof) : []
}

const needsBrowser = (mutant: Mutant): boolean => unitTestsFor(mutant).length === 0

export async function runMutants(filters: readonly string[]): Promise<number> {
  const wanted = (mutant: Mutant) =>
    filters.length === 0 ||
    filters.some(
      (text) =>
        mutant.case === text || mutant.name.includes(text) || mutant.edits.some(({ file }) => file.includes(text)),
    )
  const mutants = all.filter(wanted)
  const queue = [...mutants]
  const verdicts: Verdict[] = []
  const open = await Promise.all(
    Array.from({ length: Math.min(lanes, queue.length) }, () => openLane({ isBuilt: mutants.some(needsBrowser) })),
  )
  try {
    const [first] = open
    const slowest = first ? await expectGreen(first, mutants) : new Map<string, number>()
    await Promise.all(
      open.map(async (lane) => {
        for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
          const patience = 5000 + 4 * (slowest.get(mutant.case) ?? 0)
          verdicts.push(await judge(lane, mutant, patience))
        }
      }),
    )
  } finally {
    for (const lane of open) lane.close()
  }
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  print(
    `\n${count('killed')} killed, ${count('survived')} survived, ${count('unmapped')} unmapped, ${count('error')} errors`,
  )
  return count('killed') === mutants.length ? 0 : 1
}

/** Checks that the cases pass without mutants: a failing case would kill every mutant. */
async function expectGreen(lane: Lane, mutants: readonly Mutant[]): Promise<ReadonlyMap<string, number>> {
  const units = new Map(mutants.filter((mutant) => !needsBrowser(mutant)).map((mutant) => [mutant.case, mutant]))
  for (const [id, mutant] of units) {
    const { failed } = await lane.attackUnits(id, unitTestsFor(mutant))
    if (failed > 0) throw new Error(`Not green without mutants: the unit tests of ${id}`)
  }
  if (units.size > 0) print(`unit tests of ${units.size} cases pass without mutants`)
  const ids = [...new Set(mutants.filter(needsBrowser).map((mutant) => mutant.case))]
  if (ids.length === 0) return new Map()
  const { passed, failed, failures, slowest } = await lane.attack(`(@|\\[|, )(${ids.join('|')})\\b`, { workers: 2 })
  if (failed > 0) throw new Error(`Not green without mutants, run \`npm run attack\` first: ${failures.join('; ')}`)
  print(`${passed} tests of ${ids.length} cases pass without mutants\n`)
  return slowest
}

/** @param patience milliseconds allowed per test: several times its duration without the mutant */
async function judge(lane: Lane, mutant: Mutant, patience: number): Promise<Verdict> {
  const begun = performance.now()
  const { verdict, detail } = await attempt(lane, mutant, patience)
  lane.restore(mutant, { isBuilt: needsBrowser(mutant) })
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  print(`${verdict.padEnd(8)} ${mutant.case.padEnd(4)} ${seconds.padStart(5)} s  ${mutant.name}${detail}`)
  return verdict
}

async function attempt(lane: Lane, mutant: Mutant, patience: number): Promise<{ verdict: Verdict; detail: string }> {
  try {
    const units = unitTestsFor(mutant)
    await lane.mutate(mutant, { isBuilt: units.length === 0 })
    if (units.length > 0) {
      const { failed } = await lane.attackUnits(mutant.case, units)
      return { verdict: failed > 0 ? 'killed' : 'survived', detail: '' }
    }
    const { failed } = await lane.attack(grepOf(mutant.case, mutant.only), { timeout: patience })
    return { verdict: failed > 0 ? 'killed' : 'survived', detail: '' }
  } catch (error) {
    const detail = `\n  ${error instanceof Error ? error.message : String(error)}`
    return { verdict: error instanceof Unmapped ? 'unmapped' : 'error', detail }
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
