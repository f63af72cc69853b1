/** Loaded on the first signature. Recovers the signer from the text (EIP-191); needs no network. */
import { verifyMessage } from 'viem/utils'
import type { Address, Hex } from '../parse.ts'

export function isSignedBy(proof: { address: Address; message: string; signature: Hex }): Promise<boolean> {
  return verifyMessage(proof)
}
