/** Tokens that a page lists. */
import { type Mutant, weakenUnit } from './mutant.ts'

const tokens = 'frame-app/src/shared/chains/eip155/tokens.ts'

export const listedTokens: readonly Mutant[] = [
  weakenUnit(
    'C142',
    'any contract may pass for Multicall3',
    'frame-app/src/shared/chains/eip155/multicall.ts',
    'named && isAddressEqual(named, multicall3) ? multicall3 : undefined',
    'named && (named ?? multicall3)',
  ),
  weakenUnit(
    'C143',
    'calls that failed beside a contract that burns all gas are not repeated',
    tokens,
    'if (own.every(({ success }) => success))',
    'if (own.length > 0)',
  ),
  weakenUnit('C143', 'any number of decimals is taken', tokens, 'places > BigInt(maxDecimals)', 'places < 0n'),
  weakenUnit('C143', 'an answer may have any length', tokens, 'size(answer) <= maxBytes', 'size(answer) >= 0'),
  weakenUnit(
    'C143',
    'accounts of other mints count',
    'frame-app/src/shared/chains/solana/tokens.ts',
    'info.mint === mint',
    'info.mint.length > 0',
  ),
]
