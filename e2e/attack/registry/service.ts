/** The wallet service: mails, proofs, rates. */
import type { Case } from './case.ts'

export const service: readonly Case[] = []
