/**
 * The assets that a wallet reports: `wallet_getAssets` (ERC-7811), if its capabilities (EIP-5792) name `assetDiscovery`. A wallet may lie,
 * so its answer is parsed; one invalid asset makes the whole answer void (specification §5).
 */
import type { Balance } from '@airlock/protocol/gateway/shapes.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { toExactDecimals } from '../../../shared/format/amount.ts'
import { toHexChain } from './capabilities.ts'

const Text = z.string().check(z.maxLength(512))
const Figure = z.number().check(z.nonnegative())
const Asset = z.object({
  address: z.union([z.literal('native'), EvmAddress]),
  /** The largest amount has 256 bits. */
  balance: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  /** The specification uses capitals, the final ERC does not. */
  type: z.enum(['NATIVE', 'ERC20', 'native', 'erc20']),
  metadata: z.object({
    name: Text,
    symbol: Text,
    /** Read, but not loaded. */
    iconUrl: z.optional(z.string().check(z.maxLength(8_192))),
    decimals: z.int().check(z.minimum(0), z.maximum(77)),
    /** A wallet that knows no prices, such as the embedded one, leaves it out. */
    price: z.optional(Figure),
    value: z.optional(Figure),
  }),
})
const Assets = z.record(z.string(), z.array(Asset).check(z.maxLength(10_000)))

/** The wallet's pictures are not loaded. @returns `undefined` if the answer is void */
export function readAssets(answer: unknown, chainId: Caip2): readonly Balance[] | undefined {
  const parsed = z.safeParse(Assets, answer)
  if (!parsed.success) return undefined
  const own = Object.entries(parsed.data).find(([key]) => key.toLowerCase() === toHexChain(chainId))
  return own?.[1].map(({ address, balance, metadata: { name, symbol, decimals, price = 0, value } }) => ({
    name,
    symbol,
    chainId,
    ...(address !== 'native' && { address: `${chainId}:${address}` }),
    price,
    ...(value !== undefined && { value }),
    quantity: { decimals: String(decimals), numeric: toExactDecimals(BigInt(balance), decimals) },
    iconUrl: '',
  }))
}
