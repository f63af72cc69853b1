/** Wallets of the page, links that leave it, and its own frame. */
import type { Case } from './case.ts'

export const pageWallets: readonly Case[] = []
