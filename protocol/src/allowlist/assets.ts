/** Params of `wallet_getAssets` (ERC-7811): the final form, and the specification's, where an asset is its address. */
import * as z from 'zod/mini'
import { EvmAddress, EvmChainIdHex, text } from '../scalars/values.ts'

const Place = z.union([z.literal('native'), EvmAddress])
const Asset = z.union([Place, z.strictObject({ address: Place, type: z.optional(text(16)) })])

export const GetAssets = z.tuple([
  z.strictObject({
    account: EvmAddress,
    chainFilter: z.optional(z.array(EvmChainIdHex).check(z.maxLength(100))),
    /** By chain id. */
    assetFilter: z.optional(z.record(EvmChainIdHex, z.array(Asset).check(z.maxLength(50)))),
    assetTypeFilter: z.optional(z.array(text(16)).check(z.maxLength(16))),
  }),
])
