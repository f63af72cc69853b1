/** `personal_sign`, `eth_signTypedData_v4` and `eth_sendTransaction`: what is shown, and what is signed after approval. */
import { type Address, address, type Hex, hex, object, quantity, readWith, record, text } from '../../parse.ts'
import { rpcError } from '../errors.ts'
import { type TransactionRequest, transactionRequest } from '../state.ts'
import { parseTypedData, summarize } from '../typed-data.ts'
import { assertConnected, type Context, currentNetwork, type Plan } from './plan.ts'

export function planPersonalSign(params: readonly unknown[], { state, worker }: Context): Plan {
  const { account, message } = readSignParams(params)
  assertConnected(state, account)
  return {
    kind: 'ask',
    ask: () => Promise.resolve({ kind: 'message', account, message }),
    run: () => worker.call('signMessage', { address: account, message }),
  }
}

export function planSignTypedData(params: readonly unknown[], { state, worker }: Context): Plan {
  const { account, raw, data } = readTypedDataParams(params, state.chainId)
  assertConnected(state, account)
  return {
    kind: 'ask',
    ask: () => Promise.resolve({ kind: 'typedData', account, raw, ...summarize(data) }),
    run: () => worker.call('signTypedData', { address: account, typedData: raw }),
  }
}

export function readTypedDataParams([first, second]: readonly unknown[], chainId: number) {
  const account = address(first)
  // Most libraries pass JSON text, some pass the object itself.
  const raw = typeof second === 'string' ? text(second) : text(JSON.stringify(second))
  const data = parseTypedData(raw)
  if (data.domain.chainId !== undefined && BigInt(data.domain.chainId) !== BigInt(chainId))
    throw rpcError('badParams', 'The data is for another chain than the selected one.')
  return { account, raw, data }
}

/** The standard order is message, address; many dapps swap them, and some send the text without hex encoding. */
export function readSignParams([first, second]: readonly unknown[]): { account: Address; message: Hex } {
  const read = object({ account: address, message: toBytes })
  if (readWith(address, second) === undefined) return read({ account: first, message: second })
  return read({ account: second, message: first })
}

function toBytes(value: unknown): Hex {
  const bytes = readWith(hex, value)
  if (bytes !== undefined) return bytes
  const encoded = new TextEncoder().encode(text(value))
  return `0x${Array.from(encoded, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Fields of a transaction that change the effect and that this wallet does not show. */
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
