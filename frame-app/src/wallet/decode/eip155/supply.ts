/** Rights to more of a token than there can be, by the decimals in our own table. Pure. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Action, Fact } from '../intent.ts'
import { knownToken } from './known-tokens.ts'

/** Whole tokens: no token of the table has had more (SHIB began with as many). */
const mostTokens = 10n ** 15n

/** The amount stays in the action as it is: what a simulation finds is compared with it. */
export const exceedsSupply = (network: Caip2, actions: readonly Action[]): boolean =>
  actions.some(
    ({ facts }) =>
      facts.some(({ label }) => label === 'spender') &&
      facts.some((fact) => fact.label !== 'loweredBy' && isBeyond(network, fact)),
  )

function isBeyond(network: Caip2, { value }: Fact): boolean {
  if (value.type !== 'tokens' || value.token === undefined || typeof value.amount !== 'bigint') return false
  const known = knownToken(network, value.token)
  return known !== undefined && value.amount > mostTokens * 10n ** BigInt(known.decimals)
}
