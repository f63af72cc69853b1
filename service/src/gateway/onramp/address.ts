import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { getAddress, isAddress } from 'viem'

/** Whether an account of the network has this address. A checksum that is wrong is a mistake of somebody. */
export function isAccount(address: string, network: Caip2 | undefined): boolean {
  if (!network) return false
  if (namespaceOf(network) === 'eip155') return isAddress(address)
  return namespaceOf(network) === 'solana' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
}

/** One way to write it: providers compare the text by which they know a customer. */
export const canonicalAddress = (address: string): string => (isAddress(address) ? getAddress(address) : address)
