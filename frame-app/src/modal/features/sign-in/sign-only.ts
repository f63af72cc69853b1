/** Handles `solana_signAndSendTransaction` for a wallet that only signs: the project's node sends exactly what was signed. A lazy chunk. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { broadcast } from '../../../shared/chains/solana/broadcast.ts'
import type { ModalContext } from '../../core/context.ts'
import { readerOf } from '../../session/balance.ts'
import type { Connector } from '../../session/connector.ts'
import { networksAtom } from '../../session/state/network.ts'

/** The allowlist has checked the form. */
const Params = z.object({ transaction: z.string(), options: z.optional(z.record(z.string(), z.json())) })

/** @throws AirlockError METHOD_NOT_ALLOWED if there is no node, before the wallet is asked */
export async function signThenSend(
  context: ModalContext,
  connector: Connector,
  params: Json,
  { scope, signal }: { scope: Caip2; signal: AbortSignal },
): Promise<Json> {
  const { transaction, options = {} } = z.parse(Params, params)
  const network = context.store.get(networksAtom).find(({ id }) => id === scope)
  const reader = network && (await readerOf(context, network))
  if (!reader)
    throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'The wallet signs only, and no node is listed.' })
  const answer = await connector.request('solana_signTransaction', { transaction }, { scope, signal })
  const ask = (method: string, list: Json) => reader.request(method, list, signal)
  return { signature: await broadcast(ask, transaction, answer, options) }
}
