/** The worker's state of the wallet as the page sees it, and the transactions that both exchange. */
import { address, hex, list, object, optional, type Parsed, quantity, text, wholeNumber } from '../parse.ts'

export const walletNetwork = object({ chainId: wholeNumber, name: text, symbol: text, rpcUrl: text })
export type WalletNetwork = Parsed<typeof walletNetwork>

export const walletState = object({ chainId: wholeNumber, accounts: list(address), networks: list(walletNetwork) })
export type WalletState = Parsed<typeof walletState>

/** A dapp's transaction request; the worker fills in missing fields. */
export const transactionRequest = object({
  from: address,
  to: optional(address),
  value: optional(quantity),
  data: optional(hex),
  gas: optional(quantity),
  nonce: optional(quantity),
  maxFeePerGas: optional(quantity),
  maxPriorityFeePerGas: optional(quantity),
})
export type TransactionRequest = Parsed<typeof transactionRequest>

/** Exactly what is shown, and later exactly what is signed. */
export const preparedTransaction = object({
  chainId: wholeNumber,
  from: address,
  to: optional(address),
  value: quantity,
  data: hex,
  gas: quantity,
  nonce: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
})
export type PreparedTransaction = Parsed<typeof preparedTransaction>

/** Read methods that are passed to the chain unchanged. */
export const readMethods = [
  'eth_call',
  'eth_getBalance',
  'eth_estimateGas',
  'eth_blockNumber',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'eth_feeHistory',
  'eth_getCode',
  'eth_getBlockByNumber',
  'eth_getLogs',
] as const

export function toHexChainId(chainId: number): `0x${string}` {
  return `0x${chainId.toString(16)}`
}

/** Loopback only: this wallet must not be able to reach a chain with value, or to sign for it. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, protocol } = new URL(url)
  const isLocal = hostname === '127.0.0.1' || hostname === '[::1]' || /^(?:[a-z0-9-]+\.)*localhost$/.test(hostname)
  return isLocal && (protocol === 'http:' || protocol === 'https:')
}
