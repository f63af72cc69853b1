/**
 * The network that a transaction is one of. It names none: what ties it to one is its block hash, or the nonce in the place of one. The page
 * can ask for a signature under the name of one network over a transaction of another, so the name counts where its network knows
 * the hash, and nowhere else.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { readNonce } from '../../../shared/chains/solana/accounts.ts'
import type { SolanaTransaction } from '../../../shared/chains/solana/read.ts'
import type { Commitment, SolanaNode } from './node.ts'

/** Would a block of this network still have it? @param commitment a younger one than is sent with knows more hashes */
export async function isOfNetwork(
  node: SolanaNode,
  { blockhash, instructions: [first] }: SolanaTransaction,
  commitment: Commitment,
): Promise<boolean> {
  if (first?.kind === 'nonce') {
    const [account] = await node.accounts([first.account])
    if (account && readNonce(account) === blockhash) return true
  }
  return node.isRecent(blockhash, commitment)
}

export interface Networks {
  readonly named: Caip2
  readonly node: SolanaNode
  /** The other listed ones. */
  readonly others: ReadonlyMap<Caip2, SolanaNode>
}

/**
 * The named network where all of them are its own; otherwise one that knows what the named one does not; `undefined` where nobody does:
 * too old, or made for a network that is not listed.
 *
 * @throws AirlockError where the named network does not say.
 */
export async function networkOf(
  transactions: readonly SolanaTransaction[],
  { named, node, others }: Networks,
): Promise<Caip2 | undefined> {
  const known = await Promise.all(transactions.map((one) => isOfNetwork(node, one, 'processed')))
  const strange = transactions.filter((_, place) => !known[place])
  if (strange.length === 0) return named
  const found = await Promise.all(
    [...others].flatMap(([id, other]) =>
      // What another network does not say cannot be held against the transaction.
      strange.map((one) =>
        isOfNetwork(other, one, 'processed').then(
          (is) => (is ? id : undefined),
          () => undefined,
        ),
      ),
    ),
  )
  return found.find((id) => id !== undefined)
}
