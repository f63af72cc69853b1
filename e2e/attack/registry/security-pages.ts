/** Pages of the embedded wallet that end or remove something. */
import type { Case } from './case.ts'

export const securityPages: readonly Case[] = []
