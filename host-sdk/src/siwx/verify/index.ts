/**
 * Verifies the signature of an account. The code of each namespace is loaded with its first signature, so that a page loads only the code
 * that it needs.
 */
import { type Caip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Proof, RpcUrls, Verifier } from './verifier.ts'

export type { RpcUrls } from './verifier.ts'

const verifiers: Readonly<Record<Namespace, () => Promise<Verifier>>> = {
  eip155: async () => (await import('./eip155.ts')).eip155,
  solana: async () => (await import('./solana.ts')).solana,
  bip122: async () => (await import('./bip122.ts')).bip122,
  polkadot: async () => (await import('./polkadot.ts')).polkadot,
}

const longest = { address: 128, message: 32_768, signature: 16_384 }

/** @throws SiwxError NODE_UNREACHABLE if a node is needed and does not answer */
export async function verifySignature(proof: Proof, rpcUrls: RpcUrls = {}): Promise<boolean> {
  const { chainId, address, message, signature } = proof
  if (address.length > longest.address || message.length > longest.message) return false
  if (signature.length === 0 || signature.length > longest.signature) return false
  const { verify, canonical } = await verifiers[namespaceOf(chainId)]()
  return canonical(chainId, address) !== undefined && verify(proof, rpcUrls)
}

/**
 * The same text for every spelling of an account: EIP-55 on EVM networks, bech32 in small letters, SS58 with the prefix of the network (42
 * for one that is not known). `undefined` if the text is no address of the network.
 */
export async function canonicalAddress(chainId: Caip2, address: string): Promise<string | undefined> {
  if (address.length > longest.address) return undefined
  const { canonical } = await verifiers[namespaceOf(chainId)]()
  return canonical(chainId, address)
}
