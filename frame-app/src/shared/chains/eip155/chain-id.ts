/** Converts between CAIP-2 and the forms of chain ids that EVM wallets use. */
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'

/** @throws {RangeError} 'Invalid chainId' outside 1 … 2^53 - 1: EIP-2294 allows more, which JavaScript cannot count. */
export function evmChainId(id: Caip2): number {
  const chainId = Number(referenceOf(id))
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw new RangeError('Invalid chainId')
  return chainId
}

export const toHexChainId = (id: Caip2): `0x${string}` => `0x${evmChainId(id).toString(16)}`

/** Wallets answer with hex, decimal text or a number; anything else is `undefined`. */
export function readChainId(value: unknown): Caip2 | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (!/^(0[xX][0-9a-fA-F]{1,14}|[0-9]{1,16})$/.test(text)) return undefined
  const chainId = Number(text)
  return chainId >= 1 && Number.isSafeInteger(chainId) ? `eip155:${chainId}` : undefined
}
