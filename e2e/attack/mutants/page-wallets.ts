/** Weakenings. Wallets of the page, links that leave it, and its own frame. */
import type { Mutant } from './mutant.ts'

export const pageWallets: readonly Mutant[] = []
