/** Converts between CAIP-2 and the forms of chain ids that EVM wallets use. */
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'

/** @throws {RangeError} 'Invalid chainId' outside 1 … 2^31 - 1 (specification §5). */
export function evmChainId(id: Caip2): number {
  const chainId = Number(referenceOf(id))
  if (!Number.isInteger(chainId) || chainId < 1 || chainId >= 0x80000000) throw new RangeError('Invalid chainId')
  return chainId
}

export const toHexChainId = (id: Caip2): `0x${string}` => `0x${evmChainId(id).toString(16)}`

/** Wallets answer with hex, decimal text or a number; anything else is `undefined`. */
export function readChainId(value: unknown): Caip2 | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (!/^(0x[0-9a-fA-F]{1,8}|[0-9]{1,10})$/.test(text)) return undefined
  const chainId = Number(text)
  return chainId >= 1 && chainId < 0x80000000 ? `eip155:${chainId}` : undefined
}
