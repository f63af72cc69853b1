/** What gas costs now, as the network's nodes say. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Ask } from '../sending.ts'
import { type GasPrice, historyParams, readGasPrice, readHistory, withTip } from './fees.ts'

/** `undefined` if nobody can say: a wallet that is asked in place of nodes does not know these methods. @throws AirlockError NETWORK */
export async function readPrice(ask: Ask): Promise<GasPrice | undefined> {
  const market = readHistory(await ask('eth_feeHistory', historyParams).catch(orNothing))
  // In a quiet hour the last blocks are empty, and a transaction without a tip may wait for ever.
  if (market?.kind === 'market' && market.tip === 0n)
    return withTip(market, await ask('eth_maxPriorityFeePerGas', []).catch(orNothing))
  return market ?? readGasPrice(await ask('eth_gasPrice', []).catch(orNothing))
}

/** A node that is not there is no node without the method. */
function orNothing(error: unknown): undefined {
  if (error instanceof AirlockError && error.code !== 'NETWORK') return undefined
  throw error
}
