/**
 * Simulates transactions on a node and reads their effects, by comparing all writable accounts before and after. A node can lie. If it
 * cannot simulate, the result is `unknown` and the request can still be approved.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type ChainAccount, readTokenAccount } from '../../../shared/chains/solana/accounts.ts'
import type { SolanaTransaction } from '../../../shared/chains/solana/read.ts'
import type { Action } from '../../decode/intent.ts'
import { summarise } from '../changes.ts'
import type { Change, Simulation } from '../prepared.ts'
import type { SolanaNode } from './node.ts'
import { coinsLost, rightsChanged } from './rights.ts'
import { symbolOf } from './tools.ts'

/** A request with more transactions is not simulated. */
const maxRuns = 10

export interface Run {
  readonly bytes: Uint8Array
  readonly transaction: SolanaTransaction
  /** In lamports: the fee that the account pays for the transaction. */
  readonly fee: bigint
}

type Accounts = (address: string) => ChainAccount | undefined

/** The effects of one run, or the reason why it fails. */
type Outcome =
  | { readonly works: true; readonly changes: readonly Change[]; readonly rights: readonly Action[] }
  | { readonly works: false; readonly reason: string }

/**
 * @param runs the transactions of one request. Each is simulated alone, without the effects of earlier ones, so if a later one fails,
 *   the result is `unknown`.
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

/** The amount in a token account as a change, if the account owns it. */
function held(chainAccount: ChainAccount | undefined, account: string, sign: bigint): Change[] {
  const token = chainAccount && readTokenAccount(chainAccount)
  if (token?.owner !== account) return []
  return [{ asset: { type: 'tokens', token: token.mint }, amount: sign * token.amount }]
}
