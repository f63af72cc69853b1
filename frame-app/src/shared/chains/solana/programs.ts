/** The two token programs by their short names. Both use the same instructions for transfers. */
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'

export const tokenPrograms = { token: TOKEN_PROGRAM_ID, 'token-2022': TOKEN_2022_PROGRAM_ID } as const

export type TokenProgram = keyof typeof tokenPrograms

export function tokenProgramOf(id: PublicKey): TokenProgram | undefined {
  if (id.equals(TOKEN_PROGRAM_ID)) return 'token'
  return id.equals(TOKEN_2022_PROGRAM_ID) ? 'token-2022' : undefined
}
