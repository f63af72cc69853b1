/** A network as it crosses the host link. */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'
import { EvmAddress, HttpUrl, Icon, Name, text } from '../../scalars/values.ts'

/** A network as the frames need it (specification §3, Network). */
export const Network = z.strictObject({
  id: Caip2,
  name: Name,
  currency: z.strictObject({ name: Name, symbol: text(16), decimals: z.int().check(z.minimum(0), z.maximum(36)) }),
  /** In order of preference. Used only if the project record lists them. */
  rpcUrls: z.array(HttpUrl).check(z.maxLength(8)),
  explorerUrl: z.optional(HttpUrl),
  testnet: z.boolean(),
  icon: z.optional(Icon),
  multicall3: z.optional(EvmAddress),
})
export type Network = z.infer<typeof Network>
