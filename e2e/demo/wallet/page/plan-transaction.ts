/** `eth_sendTransaction`: refuses fields that change the effect and that this wallet does not show. */
import { quantity, readWith, record } from '../../parse.ts'
import { rpcError } from '../errors.ts'
import { type TransactionRequest, transactionRequest } from '../state.ts'
import { assertConnected, type Context, currentNetwork, type Plan } from './plan.ts'

const refused = ['accessList', 'authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas']

export function planSendTransaction([first]: readonly unknown[], { state, worker }: Context): Plan {
  const request = readTransaction(first, state.chainId)
  assertConnected(state, request.from)
  const { name, symbol } = currentNetwork(state)
  let prepared: ReturnType<typeof prepare> | undefined
  const prepare = () => worker.call('prepareTransaction', request)
  return {
    kind: 'ask',
    ask: async () => {
      prepared ??= prepare()
      return { kind: 'transaction', transaction: await prepared, network: name, symbol }
    },
    run: async () => {
      if (!prepared) throw rpcError('internal')
      return worker.call('sendTransaction', await prepared)
    },
  }
}

export function readTransaction(value: unknown, chainId: number): TransactionRequest {
  const fields = record(value)
  const unknown = refused.find((name) => fields[name] !== undefined)
  if (unknown) throw rpcError('badParams', `The demo wallet does not send transactions with ${unknown}.`)
  const wanted = readWith(quantity, fields.chainId)
  if (fields.chainId !== undefined && (wanted === undefined || BigInt(wanted) !== BigInt(chainId)))
    throw rpcError('badParams', 'The transaction is for another chain than the selected one.')
  // A legacy gas price equals an EIP-1559 price with both fees set to it.
  const { gasPrice } = fields
  return transactionRequest({
    ...fields,
    data: fields.data ?? fields.input,
    maxFeePerGas: fields.maxFeePerGas ?? gasPrice,
    maxPriorityFeePerGas: fields.maxPriorityFeePerGas ?? gasPrice,
  })
}
