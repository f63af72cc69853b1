/** A mutant to judge: its sources, and the tests that must notice it. */
import { isUnitProof } from '../registry/case.ts'
import { registry } from '../registry.ts'
import type { Source } from '../rewrite/symbols.ts'
import type { Mutant } from './table.ts'

export type Job = {
  readonly mutant: Mutant
  readonly sources: readonly Source[]
  /** The tests that have the number of the mutant's case, and its text, in their titles. */
  readonly titles: RegExp
  /** Unit tests of the case, those beside the mutant first: they are the likeliest to notice it. */
  readonly units: readonly string[]
  /** Browser tests of the case; none if its unit tests must notice. */
  readonly browser: readonly string[]
}

export type Verdict = 'killed' | 'survived' | 'unmapped' | 'error'

export function jobOf(mutant: Mutant, sources: readonly Source[]): Job {
  const { case: id, only = '', isUnit } = mutant
  const proofs = registry.find((entry) => entry.id === id)?.proof ?? []
  return {
    mutant,
    sources,
    titles: new RegExp(`(?=.*${escaped(only)})(?=.*(@|\\[|, )${id}\\b)`),
    units: nearestFirst(proofs.filter(isUnitProof), sources[0]?.file ?? ''),
    browser: isUnit ? [] : proofs.filter((proof) => !isUnitProof(proof)),
  }
}

/** All that any of these jobs runs. */
export const titlesOf = (jobs: readonly Job[]): RegExp =>
  new RegExp([...new Set(jobs.map(({ titles }) => titles.source))].join('|'))

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function nearestFirst(files: readonly string[], mutated: string): readonly string[] {
  const apart = (file: string) => file.split('/').filter((folder, at) => folder !== mutated.split('/')[at]).length
  return [...files].sort((one, other) => apart(one) - apart(other))
}

/** One line per verdict. */
export function say(verdict: Verdict, { case: id, name }: Mutant, begun: number, detail = ''): void {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  print(`${verdict.padEnd(8)} ${id.padEnd(4)} ${seconds.padStart(5)} s  ${name}${detail}`)
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
