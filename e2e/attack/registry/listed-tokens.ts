/** Tokens listed by a page, and their contracts. */
import type { Case } from './case.ts'

export const listedTokens: readonly Case[] = [
  {
    id: 'C142',
    title: 'a page names a contract of its own as Multicall3, to answer for balances of accounts and tokens',
    ends: ['modal'],
    defence: ['frame-app/src/shared/chains/eip155/multicall.ts#multicallOf'],
    proof: ['frame-app/test/listed-tokens.test.ts'],
  },
  {
    id: 'C143',
    title:
      'a page lists a token whose contract reverts, burns all gas, answers endlessly, or has invalid decimals or an invalid name',
    ends: ['modal'],
    defence: [
      'frame-app/src/shared/chains/held-tokens.ts#readEach',
      'frame-app/src/shared/chains/eip155/tokens.ts#toToken',
      'frame-app/src/shared/chains/solana/tokens.ts#readMints',
      'frame-app/src/modal/state/token-rules.ts#toToken',
    ],
    proof: ['frame-app/test/listed-tokens.test.ts', 'frame-app/src/shared/chains/solana/tokens.test.ts'],
  },
]
