/**
 * Signatures of accounts: of a key (EIP-191), of a contract (ERC-1271), and of one that is not deployed yet (ERC-6492). Only for
 * contracts a node is asked, with one call that changes nothing.
 */
import { type Hex, hashMessage, isAddressEqual, recoverMessageAddress } from 'viem'
import { verifyHash } from 'viem/actions'
import { createNodeClient } from '../nodes/client.ts'
import { type NodePool, NodesDownError } from '../nodes/pool.ts'

export type SignedMessage = { readonly address: Hex; readonly message: string; readonly signature: Hex }

/** `unknown`: it is not the account's key, and there is no node that could ask a contract. */
export type SignatureVerdict = 'valid' | 'invalid' | 'unknown'

/**
 * @param pool nodes of the network that the contract is on
 * @throws {NodesDownError}
 */
export async function verifySignature(
  { address, message, signature }: SignedMessage,
  pool: NodePool | undefined,
  signal: AbortSignal,
): Promise<SignatureVerdict> {
  if (await isByKey({ address, message, signature })) return 'valid'
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
  // Every failure of a call counts as an invalid signature there, also one of the nodes.
  const isValid = await verifyHash(client, { address, hash: hashMessage(message), signature }).catch(() => false)
  signal.throwIfAborted()
  if (down) throw down
  return isValid ? 'valid' : 'invalid'
}

async function isByKey({ address, message, signature }: SignedMessage): Promise<boolean> {
  try {
    return isAddressEqual(address, await recoverMessageAddress({ message, signature }))
  } catch {
    return false
  }
}
