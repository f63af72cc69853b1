/** Checks a page's requests to a Polkadot account before a wallet gets them. */
import { PolkadotMessage, type PolkadotPayload, PolkadotTransaction } from '@airlock/protocol/allowlist/polkadot.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { accountKey } from './ss58.ts'

/** @throws AirlockError BAD_SHAPE */
export const askedMessage = (params: Json): z.infer<typeof PolkadotMessage> => read(PolkadotMessage, params)

/**
 * An extrinsic names its account and its network; a wallet may show only what it names. Both must be those of the request (C203).
 * @throws AirlockError BAD_SHAPE, UNAUTHORIZED for another account, CHAIN_NOT_SUPPORTED for another network
 */
export function askedPayload(params: Json, scope: Caip2): { address: string; payload: PolkadotPayload } {
  const { address, transactionPayload: payload } = read(PolkadotTransaction, params)
  const key = accountKey(address)
  if (key === undefined || accountKey(payload.address) !== key) throw new AirlockError('UNAUTHORIZED')
  if (payload.genesisHash.slice(2, 34).toLowerCase() !== referenceOf(scope))
    throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: 'The extrinsic is for another network.' })
  return { address, payload }
}

/**
 * The extrinsic for a wallet. The wallet must not change it: a changed extrinsic would have to be returned as a whole, and its signature
 * alone would be useless.
 */
export const forWallet = (payload: PolkadotPayload, address: string): PolkadotPayload => ({
  ...payload,
  address,
  withSignedTransaction: false,
})

function read<T extends z.ZodMiniType>(schema: T, params: Json): z.infer<T> {
  const parsed = z.safeParse(schema, params)
  if (!parsed.success) throw new AirlockError('BAD_SHAPE')
  return parsed.data
}
