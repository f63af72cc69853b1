/** Links that ask the sender's wallet for an amount of the network's own currency: ERC-681 on EVM networks, Solana Pay on Solana. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { toExactDecimals } from '../format/amount.ts'

type Payee = Pick<Network, 'id' | 'currency' | 'testnet'>

/** Amounts that a network can hold at all. */
const limits = { eip155: 2n ** 256n, solana: 2n ** 64n } as const

/** Solana Pay cannot name a cluster: a wallet would pay a request of a test network with real money. */
export const canRequest = ({ id, testnet }: Pick<Network, 'id' | 'testnet'>): boolean =>
  namespaceOf(id) === 'eip155' || (namespaceOf(id) === 'solana' && !testnet)

/**
 * @param address in the form of the network
 * @param value in the currency's smallest unit
 * @returns `undefined` if there is no such link, or no such amount: zero, or more than the network can hold
 */
export function paymentRequest(network: Payee, address: string, value: bigint): string | undefined {
  const namespace = namespaceOf(network.id)
  if (!canRequest(network) || (namespace !== 'eip155' && namespace !== 'solana')) return undefined
  if (value <= 0n || value >= limits[namespace]) return undefined
  return namespace === 'eip155'
    ? `ethereum:${address}@${referenceOf(network.id)}?value=${value}`
    : `solana:${address}?amount=${toExactDecimals(value, network.currency.decimals)}`
}
