/** Params of the methods for several calls at once (EIP-5792), version 2.0.0 and the older draft 1.0. */
import * as z from 'zod/mini'
import { AnyJson, EvmAddress, EvmChainIdHex, Hex, Quantity, text } from '../scalars/values.ts'

/** Keyed by name. A capability with `optional: true` may be ignored. */
const capabilities = z.optional(z.record(z.string(), AnyJson))

export const SendCalls = z.tuple([
  z.strictObject({
    version: z.optional(text(16)),
    id: z.optional(text(4096)),
    chainId: z.optional(EvmChainIdHex),
    from: z.optional(EvmAddress),
    atomicRequired: z.optional(z.boolean()),
    /** The wallet accepts fewer calls, and refuses more with its own error. */
    calls: z
      .array(
        z.strictObject({
          to: z.optional(EvmAddress),
          data: z.optional(Hex),
          value: z.optional(Quantity),
          capabilities,
        }),
      )
      .check(z.minLength(1), z.maxLength(256)),
    capabilities,
  }),
])

/** The page's id, or the one that the wallet returned. */
export const CallsId = z.tuple([text(4096)])
