/** Compares the losses of a simulation with the amounts that the request names. */
import type { Action, ActionKind, Intent } from '../decode/intent.ts'
import { keyOf } from './changes.ts'
import type { Change, Simulation } from './prepared.ts'

/** Actions that move tokens and items out of the account; other actions only allow it. Only actions that pay coins name coins. */
const moving: ReadonlySet<ActionKind> = new Set(['sendToken', 'sendItem', 'burn', 'unwrap', 'swap'])
/** In lamports: the deposit for a token account, enough also for tokens that store more data in it. */
const mostDeposit = 5_000_000n
/** Wrapped SOL of both token programs. Closing such an account turns all of it into SOL. */
const wrappedCoins = [
  'So11111111111111111111111111111111111111112',
  '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9',
] as const
const all = 2n ** 256n
const coins = keyOf({ type: 'coins' })

/** Whether more leaves the account than the request names; `false` if a part is unreadable, because the request is blind already. */
export function takesUnnamed(intent: Intent, simulation: Simulation | undefined): boolean {
  if (simulation?.status !== 'works' || intent.warnings.includes('unreadable')) return false
  const { named, ofSomeToken } = namedBy(intent)
  let rest = ofSomeToken
  return simulation.changes.some(({ asset, amount }) => {
    const excess = -amount - (named.get(keyOf(asset)) ?? 0n)
    if (excess <= 0n) return false
    if (asset.type === 'tokens') rest -= excess
    return asset.type !== 'tokens' || rest < 0n
  })
}

/** Sorts the losses: coins and tokens that the request names come before others, which a called contract may have made up. */
export function namedFirst(intent: Intent, simulation: Simulation): Simulation {
  if (simulation.status !== 'works') return simulation
  const { named } = namedBy(intent)
  const rank = ({ asset, amount }: Change): number => {
    if (amount > 0n) return 2
    return asset.type !== 'item' && named.has(keyOf(asset)) ? 0 : 1
  }
  return { ...simulation, changes: simulation.changes.toSorted((one, other) => rank(one) - rank(other)) }
}

function namedBy(intent: Intent): { named: ReadonlyMap<string, bigint>; ofSomeToken: bigint } {
  const named = new Map<string, bigint>()
  let ofSomeToken = 0n
  const add = (key: string, amount: bigint) => named.set(key, (named.get(key) ?? 0n) + amount)
  for (const action of [intent, ...intent.parts].filter(isOwn)) {
    if (action.kind === 'openAccount') add(coins, mostDeposit)
    if (action.kind === 'closeAccount') for (const token of wrappedCoins) add(keyOf({ type: 'tokens', token }), all)
    for (const { label, value } of action.facts) {
      // It is received, so it accounts for no loss.
      if (label === 'least') continue
      if (value.type === 'coins') add(coins, value.amount)
      if (!moving.has(action.kind)) continue
      if (value.type === 'item') add(keyOf({ ...value, type: 'item' }), value.count)
      if (value.type === 'tokens') {
        const amount = typeof value.amount === 'bigint' ? value.amount : all
        if (value.token === undefined) ofSomeToken += amount
        else add(keyOf({ type: 'tokens', token: value.token }), amount)
      }
      if (value.type === 'number') addEither(action, value.value)
    }
  }
  if (intent.warnings.includes('opensAccount')) add(coins, mostDeposit)
  return { named, ofSomeToken }

  /** The value may be an amount or an item, so it is added as both. */
  function addEither({ facts }: Action, id: bigint): void {
    for (const { label, value } of facts)
      if (label === 'contract' && value.type === 'address') {
        add(keyOf({ type: 'tokens', token: value.address }), id)
        add(keyOf({ type: 'item', collection: value.address, id }), 1n)
      }
  }
}

/** Whether an action is by the account itself: a batch can also contain transfers from other accounts. */
export const isOwn = ({ facts }: Action): boolean => !facts.some(({ label }) => label === 'owner' || label === 'from')
