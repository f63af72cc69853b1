/**
 * What a transaction would change for its account: the accounts that it may write, before and after a node has run it without keeping
 * it. A node can lie, and one that cannot do this is no reason to stop: then it is said that nobody knows.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type ChainAccount, readTokenAccount } from '../../../shared/chains/solana/accounts.ts'
import type { SolanaTransaction } from '../../../shared/chains/solana/read.ts'
import type { Asset, Change, Simulation } from '../prepared.ts'
import type { SolanaNode } from './node.ts'

/** More changes than a person reads. */
const maxChanges = 20
/** More transactions of one request are not run. */
const maxRuns = 10

export interface Run {
  readonly bytes: Uint8Array
  readonly transaction: SolanaTransaction
  /** In lamports; what the account pays for it. */
  readonly fee: bigint
}

type Accounts = (address: string) => ChainAccount | undefined

/**
 * @param runs what one request asks for. Each is run by itself: what a later one owes to an earlier one is not seen, so that its failure
 *   says nothing.
 */
export async function simulate(
  node: SolanaNode,
  runs: readonly Run[],
  { account, before }: { account: string; before: Accounts },
): Promise<Simulation> {
  if (runs.length > maxRuns) return { status: 'unknown' }
  try {
    const results = await Promise.all(runs.map((run) => changesOf(node, run, account, before)))
    if (results[0] === undefined) return { status: 'fails' }
    if (results.includes(undefined)) return { status: 'unknown' }
    return { status: 'works', changes: sum(results.flatMap((changes) => changes ?? [])) }
  } catch (error) {
    if (error instanceof AirlockError) return { status: 'unknown' }
    throw error
  }
}

/** `undefined`: it would fail. */
async function changesOf(
  node: SolanaNode,
  { bytes, transaction, fee }: Run,
  account: string,
  before: Accounts,
): Promise<Change[] | undefined> {
  const { writable, instructions } = transaction
  const rehearsal = await node.rehearse(bytes, writable, instructions[0]?.kind === 'nonce')
  if (!rehearsal.works) return undefined
  const after = new Map(writable.map((address, place) => [address, rehearsal.accounts[place]]))
  return writable.flatMap((address): Change[] => {
    const [was, is] = [before(address), after.get(address)]
    const coins = address === account ? (is?.lamports ?? 0n) - (was?.lamports ?? 0n) + fee : 0n
    return [{ asset: { type: 'coins' }, amount: coins }, ...held(is, account, 1n), ...held(was, account, -1n)]
  })
}

/** What a token account adds to what its owner has. */
function held(chainAccount: ChainAccount | undefined, account: string, sign: bigint): Change[] {
  const token = chainAccount && readTokenAccount(chainAccount)
  if (token?.owner !== account) return []
  return [{ asset: { type: 'tokens', token: token.mint }, amount: sign * token.amount }]
}

function sum(changes: readonly Change[]): Change[] {
  const sums = new Map<string, Change>()
  for (const { asset, amount } of changes) {
    const key = keyOf(asset)
    sums.set(key, { asset, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n).slice(0, maxChanges)
}

const keyOf = (asset: Asset): string => (asset.type === 'tokens' ? asset.token : asset.type)
