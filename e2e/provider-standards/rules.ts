/** The table: every rule that is played, in its order. The last rule replaces the instance of the page. */
import { eip1193Rules } from './eip1193.ts'
import { eip6963Rules } from './eip6963.ts'
import type { Probe, Subject } from './probe.ts'
import type { Rule } from './rule.ts'
import { walletStandardRules } from './wallet-standard.ts'

export const rules: readonly Rule[] = [...walletStandardRules, ...eip6963Rules, ...eip1193Rules]

export interface Verdict {
  readonly subject: Subject
  readonly standard: Rule['standard']
  readonly source: string
  readonly rule: string
  /** Absent: the rule holds. */
  readonly broken?: string
}

export async function judge(
  probe: Probe,
  subject: Subject,
  when: Rule['when'],
  standards: readonly Rule['standard'][],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { standard, source, rule, on, check, when: at } of rules) {
    if (at !== when || !standards.includes(standard) || (on && !on.includes(subject))) continue
    const verdict = { subject, standard, source, rule }
    try {
      await check(probe)
      verdicts.push(verdict)
    } catch (error) {
      verdicts.push({ ...verdict, broken: error instanceof Error ? error.message : String(error) })
    }
  }
  return verdicts
}
