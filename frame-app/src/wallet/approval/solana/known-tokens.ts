/** Our own table of token names: on Solana a mint has no name, and anyone can copy the names in metadata accounts. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

const mainnet: Caip2 = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const symbols: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [mainnet]: {
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
    Es9vMFrzaCERmJfrF4H2FYD4KCoNky11McCe8BenwNYB: 'USDT',
    So11111111111111111111111111111111111111112: 'wSOL',
  },
}

/** Empty for all other tokens: the view shows their mint beside the amount. */
export const symbolOf = (network: Caip2, mint: string): string => {
  const known = symbols[network]
  return known && Object.hasOwn(known, mint) ? (known[mint] ?? '') : ''
}
