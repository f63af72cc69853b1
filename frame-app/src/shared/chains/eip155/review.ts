/**
 * What calls of an account do to it and to the recipient, for the reviews of payments, allowances and swaps: simulated, or else one call is
 * only tested (`eth_call`). Token amounts are differences of balances, because a token's events may be false.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Address, encodeFunctionData, erc20Abi, type Log, parseEventLogs } from 'viem'
import type { Ask, Moved } from '../sending.ts'
import type { GasPrice } from './fees.ts'
import { type Move, movesIn } from './moves.ts'
import { type Block, isForFunds, type Look, reasonOf, type SimulatedCall, simulateCalls } from './simulation.ts'

export type ReviewSimulation =
  /** `arrives`: in the smallest unit of what is to arrive. */
  | { readonly status: 'works'; readonly leaves: readonly Moved[]; readonly arrives: bigint }
  /** It does not fail; the node cannot tell more. */
  | { readonly status: 'runs'; readonly leaves: readonly Moved[] }
  /** `reason`: from the contract; cleaned, may be empty. */
  | { readonly status: 'fails'; readonly reason: string }
  | { readonly status: 'unknown' }

export interface Reviewed {
  readonly account: Address
  readonly calls: readonly SimulatedCall[]
  /** Without a price there is no simulation. */
  readonly price: GasPrice | undefined
  readonly block: Block | undefined
  /** The token that the account gives; `undefined`: the currency. */
  readonly given: Address | undefined
  /** What is to arrive, and at whom. */
  readonly arriving: { readonly token: Address | undefined; readonly at: Address }
  /** Whether a last call that did not fail has done its work, by its answer. */
  readonly isDone?: (returned: string) => boolean
}

export async function simulateReview(ask: Ask, reviewed: Reviewed): Promise<ReviewSimulation> {
  const { account, calls, price, block, given, arriving, isDone = () => true } = reviewed
  const looks = [
    ...(given === undefined ? [] : [{ token: given, owner: account }]),
    ...(arriving.token === undefined ? [] : [{ token: arriving.token, owner: arriving.at }]),
  ] satisfies Look[]
  const simulated = price ? await simulateCalls(ask, block, { calls, price, looks, mayBeSponsored: true }) : undefined
  if (simulated?.status === 'fails') return simulated
  if (simulated?.status !== 'works') {
    const [only, second] = calls
    // `eth_call` runs one call only, and a swap fails without the approval before it.
    return only && !second ? rehearse(ask, only, isDone) : { status: 'unknown' }
  }
  if (!isDone(simulated.returned)) return { status: 'fails', reason: '' }
  const moves = movesIn(simulated.logs)
  const taken = given === undefined ? undefined : simulated.rises[0]
  const arrived = arriving.token === undefined ? undefined : simulated.rises.at(-1)
  if ((given !== undefined && taken === undefined) || (arriving.token !== undefined && arrived === undefined))
    return { status: 'unknown' }
  const others = moves.filter(({ asset }) => !(given && asset.type === 'tokens' && isSame(asset.token, given)))
  const leaves = [...(taken === undefined ? [] : [{ asset: given, units: -taken }]), ...lossesOf(account, others)]
  if (arrived !== undefined) return { status: 'works', leaves, arrives: arrived }
  const coins = moves.filter(({ asset }) => asset.type === 'coins')
  // Some nodes simulate without reporting the currency.
  if (coins.length === 0) return { status: 'runs', leaves }
  const arrives = coins.filter(({ to }) => isSame(to, arriving.at)).reduce((sum, { amount }) => sum + amount, 0n)
  return { status: 'works', leaves, arrives }
}

export interface ReviewedAllowance extends Pick<Reviewed, 'calls' | 'price' | 'block'> {
  readonly owner: Address
  readonly spender: Address
  readonly token: Address
  /** The most that the spender may take afterwards. */
  readonly amount: bigint
}

/** Whether its simulation moves funds, or lets anybody take more than was asked. `false` if it fails, or the node cannot tell. */
export async function exceedsAllowance(
  ask: Ask,
  { owner, spender, token, amount, calls, price, block }: ReviewedAllowance,
): Promise<boolean> {
  if (!price) return false
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })
  const simulated = await simulateCalls(ask, block, {
    calls: [...calls, { from: owner, to: token, data, value: '0x0' }],
    price,
    looks: [{ token, owner }],
    mayBeSponsored: true,
  })
  if (simulated.status !== 'works') return false
  const { logs, returned, rises } = simulated
  const isAsked = ({ address, args }: ReturnType<typeof grantsIn>[number]) =>
    isSame(address, token) && isSame(args.spender, spender) && args.value <= amount
  return (
    (returned.length === 66 && BigInt(returned) > amount) ||
    (rises[0] ?? 0n) < 0n ||
    lossesOf(owner, movesIn(logs)).length > 0 ||
    !grantsIn(logs, owner).every(isAsked)
  )
}

const grantsIn = (logs: Log[], owner: Address) =>
  parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs }).filter(({ args }) => isSame(args.owner, owner))

/** What the account has less of, afterwards. Items count by their collection. */
function lossesOf(account: Address, moves: readonly Move[]): readonly Moved[] {
  const sums = new Map<string | undefined, bigint>()
  for (const { asset, from, to, amount } of moves) {
    const key = asset.type === 'tokens' ? asset.token : asset.type === 'item' ? asset.collection : undefined
    const change = (owner: Address) => (isSame(owner, account) ? amount : 0n)
    sums.set(key, (sums.get(key) ?? 0n) + change(from) - change(to))
  }
  return [...sums].flatMap(([asset, units]) => (units > 0n ? [{ asset, units }] : []))
}

async function rehearse(
  ask: Ask,
  { from, to, data, value }: SimulatedCall,
  isDone: (returned: string) => boolean,
): Promise<ReviewSimulation> {
  try {
    const answer = await ask('eth_call', [{ from, to, data, value }, 'latest'])
    if (typeof answer !== 'string') return { status: 'unknown' }
    return isDone(answer) ? { status: 'runs', leaves: [] } : { status: 'fails', reason: '' }
  } catch (error) {
    const isRefused = error instanceof AirlockError && error.code === 'WALLET_FAILED'
    if (!isRefused) return { status: 'unknown' }
    return isForFunds(error) || /revert/i.test(error.message)
      ? { status: 'fails', reason: reasonOf(error) }
      : { status: 'unknown' }
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
