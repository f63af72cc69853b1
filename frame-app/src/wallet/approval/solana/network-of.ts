/**
 * Finds the network of a transaction. A transaction does not name its network; it is tied to one only by its block hash, or by the nonce
 * in its place. A page can name one network and pass a transaction for another, so the named network is accepted only if none of
 * two nodes denies the hash.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { readNonce } from '../../../shared/chains/solana/accounts.ts'
import type { SolanaTransaction } from '../../../shared/chains/solana/read.ts'
import type { Commitment, SolanaNode } from './node.ts'

/** Whether this network would still accept it. @param commitment `processed` knows more recent hashes than `confirmed` */
export async function isOfNetwork(
  node: SolanaNode,
  { blockhash, instructions: [first] }: SolanaTransaction,
  commitment: Commitment,
): Promise<boolean> {
  if (first?.kind === 'nonce') {
    const { answers } = await node.accountsByEach([first.account])
    const has = answers.map(([account]) => account !== undefined && readNonce(account) === blockhash)
    if (has.includes(true) && !has.includes(false)) return true
  }
  return node.isRecent(blockhash, commitment)
}

export interface Networks {
  readonly named: Caip2
  readonly node: SolanaNode
  /** The other listed networks. */
  readonly others: ReadonlyMap<Caip2, SolanaNode>
}

/**
 * The named network if it knows all transactions; otherwise a network that knows one that the named one does not; `undefined` if none
 * does, because the hash is too old or belongs to an unlisted network.
 *
 * @throws AirlockError if the named network gives no answer.
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
      // A failure of another network does not count against the transaction.
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
