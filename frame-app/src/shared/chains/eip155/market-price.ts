/** The current gas price, according to the network's nodes. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Ask } from '../sending.ts'
import { type GasPrice, historyParams, readGasPrice, readHistory, withTip } from './fees.ts'

/**
 * `undefined` if it is unknown: a wallet that answers in place of nodes does not know these methods.
 * @throws AirlockError NETWORK
 */
export async function readPrice(ask: Ask): Promise<GasPrice | undefined> {
  const market = readHistory(await ask('eth_feeHistory', historyParams).catch(orNothing))
  // At quiet times the last blocks are empty, and a transaction without a tip may wait very long.
  if (market?.kind === 'market' && market.tip === 0n)
    return withTip(market, await ask('eth_maxPriorityFeePerGas', []).catch(orNothing))
  return market ?? readGasPrice(await ask('eth_gasPrice', []).catch(orNothing))
}

/** An unreachable node does not mean that the method is missing. */
function orNothing(error: unknown): undefined {
  if (error instanceof AirlockError && error.code !== 'NETWORK') return undefined
  throw error
}
