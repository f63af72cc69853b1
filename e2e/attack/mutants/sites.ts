/** Weakenings. Sessions and sign-ins that belong to one site. */
import type { Mutant } from './mutant.ts'

export const sites: readonly Mutant[] = []
