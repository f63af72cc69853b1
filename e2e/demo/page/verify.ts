/** Recovers the signer of a message (EIP-191) or typed data (EIP-712), without network. Loaded with the first signature. */
import type { TypedData } from 'viem'
import { verifyMessage, verifyTypedData } from 'viem/utils'
import type { Address, Hex } from '../parse.ts'

export function isSignedBy(proof: { address: Address; message: string; signature: Hex }): Promise<boolean> {
  return verifyMessage(proof)
}

type OrderProof = {
  address: Address
  signature: Hex
  domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  types: TypedData
  primaryType: 'Order'
  message: Record<string, unknown>
}

export function isOrderSignedBy(proof: OrderProof): Promise<boolean> {
  return verifyTypedData(proof)
}
