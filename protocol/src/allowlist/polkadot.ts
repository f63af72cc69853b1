/**
 * RPC methods of a connection on polkadot: the methods of its RPC reference for paired wallets, and its
 * accounts.
 */
import * as z from 'zod/mini'
import { Hash32, Hex, PolkadotAddress, text } from '../scalars/values.ts'
import { approval, none, paired, type RpcTable, safe } from './define.ts'

/** The extrinsic to sign, as in `SignerPayloadJSON` of Polkadot's libraries. */
export const PolkadotPayload = z.strictObject({
  address: PolkadotAddress,
  assetId: z.optional(z.nullable(Hex)),
  blockHash: Hash32,
  blockNumber: Hex,
  era: Hex,
  genesisHash: Hash32,
  metadataHash: z.optional(z.nullable(Hash32)),
  method: Hex,
  mode: z.optional(z.int().check(z.minimum(0), z.maximum(255))),
  nonce: Hex,
  signedExtensions: z.array(text(128)).check(z.maxLength(64)),
  specVersion: Hex,
  tip: Hex,
  transactionVersion: Hex,
  version: z.int().check(z.minimum(0), z.maximum(255)),
  /** Whether the wallet may change the extrinsic and return it whole. The wallet always gets `false` (docs/decisions/connecting.md). */
  withSignedTransaction: z.optional(z.boolean()),
})
export type PolkadotPayload = z.infer<typeof PolkadotPayload>

export const PolkadotMessage = z.strictObject({ address: PolkadotAddress, message: text(10_000) })
export const PolkadotTransaction = z.strictObject({ address: PolkadotAddress, transactionPayload: PolkadotPayload })

export const polkadot: RpcTable = {
  polkadot_accounts: safe(none, { by: 'wallet' }),
  polkadot_signMessage: approval(PolkadotMessage, { ...paired, signs: true }),
  polkadot_signTransaction: approval(PolkadotTransaction, paired),
}
