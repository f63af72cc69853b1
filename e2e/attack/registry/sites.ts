/** Sessions and sign-ins that belong to one site. */
import type { Case } from './case.ts'

export const sites: readonly Case[] = []
