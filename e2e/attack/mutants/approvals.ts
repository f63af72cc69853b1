/** Weakenings. What an approval of the embedded wallet says of a transaction. */
import type { Mutant } from './mutant.ts'

export const approvals: readonly Mutant[] = []
