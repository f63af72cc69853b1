/** What an approval of the embedded wallet says of a transaction. */
import type { Case } from './case.ts'

export const approvals: readonly Case[] = []
