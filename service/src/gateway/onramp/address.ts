import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { getAddress, isAddress } from 'viem'

/** Whether this is an account of the network. A wrong checksum means a typing error. */
export function isAccount(address: string, network: Caip2 | undefined): boolean {
  if (!network) return false
  if (namespaceOf(network) === 'eip155') return isAddress(address)
  return namespaceOf(network) === 'solana' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
}

/** Normalised, because providers compare the text that identifies a customer. */
export const canonicalAddress = (address: string): string => (isAddress(address) ? getAddress(address) : address)
