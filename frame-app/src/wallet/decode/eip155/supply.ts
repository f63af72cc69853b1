/** Detects allowances for more of a token than can exist, by the decimals in our own table. Pure. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { knownToken } from '../../../shared/chains/eip155/known-tokens.ts'
import type { Action, Fact } from '../intent.ts'

/** In whole tokens; no token in the table has ever had more (SHIB started with this many). */
const mostTokens = 10n ** 15n

/** Only reports it. The action keeps the amount, because the effects of a simulation are compared with it. */
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
