/** Revokes a smart session: a transaction to the contract that holds sessions to their limits. Loaded with the first such request. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { evmChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { type EvmOptions, type EvmTools, readSigned, type TransactionKind } from '../../approval/eip155/tools.ts'
import type { AskedKind } from '../../approval/prepared.ts'
import type { EvmTransaction } from '../../signing/request.ts'
import { delegationManager } from '../../signing/session.ts'
import { disableData, isSignedFor, readContext } from './context.ts'
import { bookOf, readRevoked } from './network.ts'
import { refuse } from './request.ts'

/** @param transactions prepares and renews the transaction, as it does those of pages */
export function createRevocations(
  { options, sourceOf, transmit }: EvmTools,
  transactions: TransactionKind,
): AskedKind<EvmTransaction, Hex> {
  const kind: AskedKind<EvmTransaction, Hex> = {
    methods: ['wallet_revokeExecutionPermission'],
    async prepare(call, signal) {
      const [{ permissionContext: context }] = z.parse(RevokeParams, call.params)
      const delegation = readContext(context, checksum(options.account))
      if (!delegation || !(await isSignedFor(evmChainId(call.scope), delegation))) refuse('over')
      if (await readRevoked(sourceOf(call, signal).nodes, delegation)) refuse('revoked')
      const params = [{ to: delegationManager, data: disableData(delegation) }]
      const asked = { ...call, params }
      return { ...(await transactions.prepare(asked, signal)), kind, call: asked, work: context }
    },
    lane: transactions.lane,
    renew: transactions.renew,
    sends: transactions.sends,
    async finish({ call, request, work: context }, signed) {
      await transmit({ call, signed: readSigned(signed), nonces: [request.nonce] })
      // The chain decides; without the mark, the list says that it waits for the chain a little later.
      await markRevoked(options, call.scope, context).catch(() => {})
      return {}
    },
  }
  return kind
}

const RevokeParams = z.tuple([z.strictObject({ permissionContext: HexText })])

/** A session does not name its network, but its signature is for one alone: elsewhere, a revocation would end nothing. */
export async function networkOfRevocation(
  params: unknown,
  { account, networks }: { readonly account: string; readonly networks: readonly Caip2[] },
): Promise<Caip2> {
  const [{ permissionContext }] = z.parse(RevokeParams, params)
  const delegation = readContext(permissionContext, checksum(account))
  if (delegation)
    for (const network of networks) {
      if (await isSignedFor(evmChainId(network), delegation)) return network
    }
  return refuse('over')
}

async function markRevoked(options: EvmOptions, scope: Caip2, context: Hex): Promise<void> {
  const book = bookOf(options, scope)
  const entry = (await book.list()).find((each) => each.context.toLowerCase() === context.toLowerCase())
  if (entry) await book.revoked(entry.pci)
}
