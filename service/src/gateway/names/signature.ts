/**
 * Verifies signatures of accounts: by a key (EIP-191), by a contract (ERC-1271), or by one that is not deployed yet (ERC-6492). Only
 * contracts need a node, with one read-only call.
 */
import { type Hex, hashMessage, isAddressEqual, recoverMessageAddress } from 'viem'
import { verifyHash } from 'viem/actions'
import { createNodeClient } from '../nodes/client.ts'
import { type NodePool, NodesDownError } from '../nodes/pool.ts'

export type SignedMessage = { readonly address: Hex; readonly message: string; readonly signature: Hex }

/** Who signed. `unknown`: not the account's key, and there is no node to ask a contract. */
export type SignatureVerdict = 'key' | 'contract' | 'invalid' | 'unknown'

/**
 * @param pool nodes of the contract's network
 * @throws {NodesDownError}
 */
export async function verifySignature(
  { address, message, signature }: SignedMessage,
  pool: NodePool | undefined,
  signal: AbortSignal,
): Promise<SignatureVerdict> {
  if (await isByKey({ address, message, signature })) return 'key'
  if (!pool) return 'unknown'
  let down: NodesDownError | undefined
  const watched: NodePool = {
    send: (calls, until) =>
      pool.send(calls, until).catch((error: unknown) => {
        if (error instanceof NodesDownError) down = error
        throw error
      }),
  }
  const client = createNodeClient({ pool: watched, signal })
  // viem reports every failed call, including node failures, as an invalid signature.
  const isValid = await verifyHash(client, { address, hash: hashMessage(message), signature }).catch(() => false)
  signal.throwIfAborted()
  if (down) throw down
  return isValid ? 'contract' : 'invalid'
}

async function isByKey({ address, message, signature }: SignedMessage): Promise<boolean> {
  try {
    return isAddressEqual(address, await recoverMessageAddress({ message, signature }))
  } catch {
    return false
  }
}
