/** Weakenings. Pages of the embedded wallet that end or remove something. */
import type { Mutant } from './mutant.ts'

export const securityPages: readonly Mutant[] = []
