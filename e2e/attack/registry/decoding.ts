/** How the embedded wallet reads what it is asked to sign. */
import type { Case } from './case.ts'

export const decoding: readonly Case[] = []
