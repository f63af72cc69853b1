/** Weakenings. What a page gives the modal to show, and what the modal sends out. */
import type { Mutant } from './mutant.ts'

export const modalFrame: readonly Mutant[] = []
