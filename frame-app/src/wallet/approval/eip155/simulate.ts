/** The effects of a transaction on the account, as a node simulates it. If it cannot, the transaction can still be approved. */
import type { Address, Client } from 'viem'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { knownToken } from '../../../shared/chains/eip155/known-tokens.ts'
import { latestBlock, plenty, simulateCalls } from '../../../shared/chains/eip155/simulation.ts'
import { delegationTo } from '../../signing/implementations.ts'
import type { EvmTransaction } from '../../signing/request.ts'
import type { Simulation } from '../prepared.ts'
import { askOf } from './chain.ts'
import { effectsOf } from './effects.ts'

/**
 * @param delegate the contract whose code the account has by then (EIP-7702)
 * @param caller the contract that calls the account, if the account does not send the transaction itself; it then pays no fee
 */
export async function simulate(
  client: Client,
  request: EvmTransaction,
  delegate: string | null = null,
  caller?: Address,
): Promise<Simulation> {
  const account = checksum(request.signer)
  const { to, data, value, gas, accessList, maxFeePerGas, maxPriorityFeePerGas } = request
  const ask = askOf(client)
  const simulated = await simulateCalls(ask, await latestBlock(ask), {
    calls: [{ from: caller ?? account, to: to === null ? null : checksum(to), data, value, gas, accessList }],
    price: { kind: 'market', tip: BigInt(maxPriorityFeePerGas), most: BigInt(maxFeePerGas) },
    overrides: {
      ...(delegate !== null && { [account]: { code: delegationTo(delegate) } }),
      ...(caller !== undefined && { [caller]: { balance: plenty } }),
    },
  })
  if (simulated.status === 'works') {
    const isKnown = (contract: string) => knownToken(`eip155:${request.chainId}`, contract) !== undefined
    return { status: 'works', ...effectsOf(simulated.logs, account, isKnown) }
  }
  if (simulated.status === 'fails' && simulated.reason === '') return { status: 'fails' }
  return simulated
}
