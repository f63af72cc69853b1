/** A batch of calls: completed with nonce, gas and fees before it is shown, so that exactly this is signed; and simulated. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Client } from 'viem'
import { estimateGas } from 'viem/actions'
import { evmChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import type { Warning } from '../../decode/intent.ts'
import { batchData } from '../../signing/batch.ts'
import { delegationTo } from '../../signing/implementations.ts'
import type { EvmBatch, EvmCall, EvmTransaction } from '../../signing/request.ts'
import type { Fee, Simulation } from '../prepared.ts'
import { simulate } from './simulate.ts'
import { complete, feesOf, withReserve } from './transaction.ts'

/** Gas of an authorization (EIP-7702). A node cannot estimate it, because nothing is signed yet. */
export const authorizationGas = 25_000n

export interface BatchToFill {
  readonly calls: readonly EvmCall[]
  /** The contract to delegate to; `null` if the account already does. */
  readonly delegate: `0x${string}` | null
  readonly form: EvmBatch['form']
}

export async function fillBatch(
  { calls, delegate, form }: BatchToFill,
  context: { account: string; scope: Caip2; client: Client; nextNonce: () => Promise<number> },
): Promise<{ request: EvmBatch; fee: Fee; warnings: readonly Warning[] }> {
  const { account, scope, client, nextNonce } = context
  const from = checksum(account)
  const chainId = evmChainId(scope)
  /** The account as it is after the authorization. */
  const stateOverride = delegate === null ? [] : [{ address: from, code: delegationTo(delegate) }]
  const target = { account: from, to: from, data: batchData(calls, form), stateOverride }
  const { nonce, price, fee, warnings } = await complete(client, {
    from,
    chainId,
    nonce: nextNonce,
    gas: async () => withReserve((await estimateGas(client, target)) + (delegate === null ? 0n : authorizationGas)),
    fees: () => feesOf({}, client),
  })
  return {
    request: { kind: 'evmBatch', signer: from, chainId, nonce, delegate, form, calls: [...calls], ...price },
    fee,
    warnings,
  }
}

/** The transaction of a batch, without its authorization. */
export function transactionOf(batch: EvmBatch): EvmTransaction {
  const { calls, form, delegate: _, ...terms } = batch
  const called = { to: terms.signer, value: '0x0', data: batchData(calls, form) } as const
  return { ...terms, ...called, kind: 'evmTransaction', accessList: [] }
}

export const simulateBatch = (client: Client, batch: EvmBatch): Promise<Simulation> =>
  simulate(client, transactionOf(batch), batch.delegate)

/** The nonces that it uses up: the authorization uses the next one. */
export const noncesOf = ({ nonce, delegate }: EvmBatch): readonly [number, ...number[]] =>
  delegate === null ? [nonce] : [nonce, nonce + 1]
