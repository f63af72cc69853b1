/** Links that ask the sender's wallet for an amount of the network's own currency: ERC-681 on EVM networks, Solana Pay on Solana. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { toExactDecimals } from '../format/amount.ts'

type Payee = Pick<Network, 'id' | 'currency' | 'testnet'>

/** Maximum amount that the network can represent. */
const limits = { eip155: 2n ** 256n, solana: 2n ** 64n } as const

/** Solana Pay cannot name a cluster: a wallet would pay a test-network request with real money. */
export const canRequest = ({ id, testnet }: Pick<Network, 'id' | 'testnet'>): boolean =>
  namespaceOf(id) === 'eip155' || (namespaceOf(id) === 'solana' && !testnet)

/**
 * @param address in the network's format
 * @param value in the currency's smallest unit
 * @returns `undefined` if the namespace has no such link, or the amount is zero or more than the network can represent
 */
export function paymentRequest(network: Payee, address: string, value: bigint): string | undefined {
  const namespace = namespaceOf(network.id)
  if (!canRequest(network) || (namespace !== 'eip155' && namespace !== 'solana')) return undefined
  if (value <= 0n || value >= limits[namespace]) return undefined
  return namespace === 'eip155'
    ? `ethereum:${address}@${referenceOf(network.id)}?value=${value}`
    : `solana:${address}?amount=${toExactDecimals(value, network.currency.decimals)}`
}
