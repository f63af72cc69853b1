/** Keys, shares and recovery of the embedded wallet. */
import type { Case } from './case.ts'

export const custody: readonly Case[] = []
