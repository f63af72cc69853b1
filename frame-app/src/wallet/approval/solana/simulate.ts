/**
 * What a transaction would change for its account: the accounts that it may write, before and after a node has run it without keeping
 * it. A node can lie; where it cannot simulate, the result is `unknown` and the transaction can still be approved.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type ChainAccount, readTokenAccount } from '../../../shared/chains/solana/accounts.ts'
import type { SolanaTransaction } from '../../../shared/chains/solana/read.ts'
import type { Action } from '../../decode/intent.ts'
import { summarise } from '../changes.ts'
import type { Change, Simulation } from '../prepared.ts'
import { symbolOf } from './known-tokens.ts'
import type { SolanaNode } from './node.ts'
import { coinsLost, rightsChanged } from './rights.ts'

/** More transactions of one request are not run. */
const maxRuns = 10

export interface Run {
  readonly bytes: Uint8Array
  readonly transaction: SolanaTransaction
  /** In lamports; what the account pays for it. */
  readonly fee: bigint
}

type Accounts = (address: string) => ChainAccount | undefined

/** What one run does; `reason` where it fails. */
type Outcome =
  | { readonly works: true; readonly changes: readonly Change[]; readonly rights: readonly Action[] }
  | { readonly works: false; readonly reason: string }

/**
 * @param runs the transactions of one request. Each is run by itself, so that effects of an earlier one on a later one are not seen, and a
 *   later one that fails proves nothing.
 */
export async function simulate(
  node: SolanaNode,
  runs: readonly Run[],
  { account, scope, before }: { account: string; scope: Caip2; before: Accounts },
): Promise<Simulation> {
  if (runs.length > maxRuns) return { status: 'unknown' }
  try {
    const outcomes = await Promise.all(runs.map((run) => outcomeOf(node, run, account, before)))
    const [first] = outcomes
    if (first && !first.works) return { status: 'fails', ...(first.reason !== '' && { reason: first.reason }) }
    const works = outcomes.filter((outcome) => outcome.works)
    if (works.length < outcomes.length) return { status: 'unknown' }
    const isKnown = (mint: string) => symbolOf(scope, mint) !== ''
    return {
      status: 'works',
      ...summarise(
        works.flatMap(({ changes }) => changes),
        (asset) => asset.type === 'tokens' && isKnown(asset.token),
      ),
      rights: works.flatMap(({ rights }) => rights),
    }
  } catch (error) {
    if (error instanceof AirlockError) return { status: 'unknown' }
    throw error
  }
}

async function outcomeOf(
  node: SolanaNode,
  { bytes, transaction, fee }: Run,
  account: string,
  before: Accounts,
): Promise<Outcome> {
  const { writable, instructions } = transaction
  const rehearsal = await node.rehearse(bytes, writable, instructions[0]?.kind === 'nonce')
  if (!rehearsal.works) return rehearsal
  const compared = writable.map((at, place) => ({ at, account, was: before(at), is: rehearsal.accounts[place] }))
  return {
    works: true,
    changes: [
      { asset: { type: 'coins' }, amount: coinsLost(compared) },
      ...compared.flatMap(({ at, was, is }): Change[] => {
        const coins = at === account ? (is?.lamports ?? 0n) - (was?.lamports ?? 0n) + fee : 0n
        return [{ asset: { type: 'coins' }, amount: coins }, ...held(is, account, 1n), ...held(was, account, -1n)]
      }),
    ],
    rights: compared.flatMap(rightsChanged),
  }
}

/** What a token account adds to what its owner has. */
function held(chainAccount: ChainAccount | undefined, account: string, sign: bigint): Change[] {
  const token = chainAccount && readTokenAccount(chainAccount)
  if (token?.owner !== account) return []
  return [{ asset: { type: 'tokens', token: token.mint }, amount: sign * token.amount }]
}
