/** Meld's network codes, and its amounts, which are JSON numbers. */
import { type Caip2, isCaip2 } from '@airlock/protocol/scalars/caip.ts'

const chains: Readonly<Record<string, Caip2>> = {
  ETH: 'eip155:1',
  ETHEREUM: 'eip155:1',
  USDC: 'eip155:1',
  USDT: 'eip155:1',
  OPTIMISM: 'eip155:10',
  BSC: 'eip155:56',
  POLYGON: 'eip155:137',
  MATIC: 'eip155:137',
  POL: 'eip155:137',
  ZKSYNC: 'eip155:324',
  BASE: 'eip155:8453',
  ARBITRUM: 'eip155:42161',
  CELO: 'eip155:42220',
  AVAXC: 'eip155:43114',
  SOL: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  SOLANA: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** @param chainId number of an EVM network; `0` if Meld has none */
export function networkOfMeld(chainCode: string, chainId: string): Caip2 | undefined {
  const code = chainCode.toUpperCase()
  if (Object.hasOwn(chains, code)) return chains[code]
  const id = `eip155:${chainId}`
  return chainId !== '0' && isCaip2(id) ? id : undefined
}

/** Without an exponent, truncated to this many decimals. */
export function decimalOf(value: number, decimals: number): string {
  if (!(value >= 0) || value >= 1e21) return '0'
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: Math.min(decimals, 20) })
}
