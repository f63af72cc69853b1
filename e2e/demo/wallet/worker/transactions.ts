/** Fills in fields that a dapp omitted, and later signs exactly what was shown. */
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Hex, hex, object, quantity, readWith } from '../../parse.ts'
import { rpcError } from '../errors.ts'
import type { PreparedTransaction, TransactionRequest } from '../state.ts'
import type { Rpc } from './rpc.ts'

const latestBlock = object({ baseFeePerGas: quantity })

export async function prepareTransaction(
  rpc: Rpc,
  chainId: number,
  request: TransactionRequest,
): Promise<PreparedTransaction> {
  const { from, to, value = '0x0', data = '0x' } = request
  const [balance, gas, nonce, fees] = await Promise.all([
    rpc('eth_getBalance', [from, 'pending']),
    request.gas ?? rpc('eth_estimateGas', [{ from, to, value, data }]),
    request.nonce ?? rpc('eth_getTransactionCount', [from, 'pending']),
    suggestFees(rpc, request),
  ])
  const prepared = { chainId, from, to, value, data, gas: quantity(gas), nonce: quantity(nonce), ...fees }
  // The chain would refuse it too, but only after the user has approved.
  const most = BigInt(value) + BigInt(prepared.gas) * BigInt(fees.maxFeePerGas)
  if (most > BigInt(quantity(balance))) throw rpcError('insufficientFunds')
  return prepared
}

export async function sendTransaction(
  rpc: Rpc,
  account: PrivateKeyAccount,
  { chainId, to, value, data, gas, nonce, maxFeePerGas, maxPriorityFeePerGas }: PreparedTransaction,
): Promise<Hex> {
  const signed = await account.signTransaction({
    type: 'eip1559',
    chainId,
    to: to ?? null,
    value: BigInt(value),
    data,
    gas: BigInt(gas),
    nonce: Number(nonce),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
  })
  return hex(await rpc('eth_sendRawTransaction', [signed]))
}

/** Twice the base fee leaves room for several full blocks; the chain charges only the block's actual fee. */
async function suggestFees(rpc: Rpc, { maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest) {
  const [tip, block] = await Promise.all([
    maxPriorityFeePerGas ?? rpc('eth_maxPriorityFeePerGas', []),
    rpc('eth_getBlockByNumber', ['latest', false]),
  ])
  const baseFee = BigInt(readWith(latestBlock, block)?.baseFeePerGas ?? '0x0')
  const priority = BigInt(quantity(tip))
  const most = maxFeePerGas === undefined ? baseFee * 2n + priority : BigInt(maxFeePerGas)
  return {
    maxFeePerGas: toQuantity(most),
    // A tip above the maximum fee would be invalid.
    maxPriorityFeePerGas: toQuantity(priority < most ? priority : most),
  }
}

const toQuantity = (value: bigint): Hex => `0x${value.toString(16)}`
