/** What a page gives the modal to show, and what the modal sends out. */
import type { Case } from './case.ts'

export const modalFrame: readonly Case[] = []
