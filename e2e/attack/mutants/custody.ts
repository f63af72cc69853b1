/** Weakenings. Keys, shares and recovery of the embedded wallet. */
import type { Mutant } from './mutant.ts'

export const custody: readonly Mutant[] = []
