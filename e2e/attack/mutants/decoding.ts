/** Weakenings. How the embedded wallet reads what it is asked to sign. */
import type { Mutant } from './mutant.ts'

export const decoding: readonly Mutant[] = []
