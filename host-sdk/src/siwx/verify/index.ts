/**
 * Verifies the signature of an account. The code of each namespace is loaded with its first signature, so that a page loads only the code
 * that it needs.
 */
import type { CaipNetworkId } from '@airlock/host-sdk'
import { type Caip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'

export interface Proof {
  readonly chainId: Caip2
  readonly address: string
  /** The exact text that was signed. */
  readonly message: string
  readonly signature: string
}

/** JSON-RPC URLs by CAIP-2 id, used to check signatures of contract accounts. */
export type RpcUrls = Readonly<Partial<Record<CaipNetworkId, string>>>

export type Verifier = (proof: Proof, rpcUrls: RpcUrls) => boolean | Promise<boolean>

const verifiers: Readonly<Record<Namespace, () => Promise<Verifier>>> = {
  eip155: async () => (await import('./eip155.ts')).verifyEip155,
  solana: async () => (await import('./solana.ts')).verifySolana,
  bip122: async () => (await import('./bip122.ts')).verifyBip122,
  polkadot: async () => (await import('./polkadot.ts')).verifyPolkadot,
}

const longest = { address: 128, message: 32_768, signature: 16_384 }

/** @throws SiwxError NODE_UNREACHABLE if a node is needed and does not answer */
export async function verifySignature(proof: Proof, rpcUrls: RpcUrls = {}): Promise<boolean> {
  const { address, message, signature } = proof
  if (address.length > longest.address || message.length > longest.message) return false
  if (signature.length === 0 || signature.length > longest.signature) return false
  const verify = await verifiers[namespaceOf(proof.chainId)]()
  return verify(proof, rpcUrls)
}
