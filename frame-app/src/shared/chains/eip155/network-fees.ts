/** What a transaction costs now, as the network's nodes say. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { encodeFunctionData, parseAbi, serializeTransaction } from 'viem'
import * as z from 'zod/mini'
import type { Ask } from '../sending.ts'
import { evmChainId } from './chain-id.ts'
import { type GasPrice, historyParams, readGasPrice, readHistory, withTip } from './fees.ts'
import type { EvmCall } from './transfer.ts'

/** OP, Unichain, Ink, World, Mode, Base, Zora and the test networks of OP, Base, Unichain and Zora. */
const rollups: ReadonlySet<number> = new Set([
  10, 130, 480, 1301, 8453, 34_443, 57_073, 84_532, 7_777_777, 11_155_420, 999_999_999,
])
const oracle = '0x420000000000000000000000000000000000000f'
const abi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])

/**
 * The current gas price. `undefined` if it is unknown: a wallet that answers in place of nodes does not know these methods.
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

/**
 * OP Stack rollups charge a fee for publishing the transaction on another network, not included in its gas. A contract of the rollup
 * reports it. Other rollups include it in the gas.
 *
 * @returns twice the current fee, because the price on the other network changes too. In wei; zero elsewhere
 */
export async function dataFee(ask: Ask, { id }: Pick<Network, 'id'>, call: EvmCall): Promise<bigint> {
  const chainId = evmChainId(id)
  if (!rollups.has(chainId)) return 0n
  const large = 2 ** 31
  const serialized = serializeTransaction({
    type: 'eip1559',
    chainId,
    to: call.to,
    value: BigInt(call.value),
    data: call.data,
    nonce: large,
    gas: BigInt(large),
    maxFeePerGas: BigInt(large),
    maxPriorityFeePerGas: BigInt(large),
  })
  const data = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [serialized] })
  const read = z.safeParse(HexText, await ask('eth_call', [{ to: oracle, data }, 'latest']))
  return read.success && read.data.length === 66 ? 2n * BigInt(read.data) : 0n
}
