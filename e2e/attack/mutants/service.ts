/** Weakenings. The wallet service: mails, proofs, rates. */
import type { Mutant } from './mutant.ts'

export const service: readonly Mutant[] = []
