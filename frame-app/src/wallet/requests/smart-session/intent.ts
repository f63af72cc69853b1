/** What a smart session allows, as the user reads it. Pure. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Delegation, upgradeTo } from '../../decode/eip155/batch.ts'
import {
  address,
  coins,
  type Fact,
  type Intent,
  line,
  moment,
  network,
  toIntent,
  tokens,
  type Warning,
} from '../../decode/intent.ts'
import type { AskedSession } from './request.ts'

/** Names are the page's words: others with the same selector are found in minutes. The selector is what the contracts enforce. */
const named = (selector: string, name = selector): Fact =>
  line('function', name.toLowerCase() === selector ? selector : `${selector} ${name}`)

/** @param upgrade the contract whose code the account takes for it */
export function readSessionIntent(chainId: Caip2, asked: AskedSession, upgrade: Delegation | undefined): Intent {
  const { key, until, tokens: amount, targets, functions, methods } = asked
  const token = amount === null ? undefined : targets[0]
  const end = moment('until', BigInt(until))
  const limit =
    token !== undefined && amount !== null
      ? tokens(token, BigInt(amount), 'inTotal')
      : coins(BigInt(asked.coins), 'inTotal')
  const reach: Fact[] =
    functions.length === 0
      ? targets.map((target) => address('to', target))
      : token !== undefined
        ? []
        : [
            ...targets.map((target) => address('contract', target)),
            ...methods.map((method, at) => named(method, functions[at])),
          ]
  const warnings: Warning[] = [
    'actsAlone',
    ...(token !== undefined ? (['toAnybody'] as const) : []),
    ...(token === undefined && functions.length > 0 ? (['asContractDoes'] as const) : []),
    ...(upgrade ? (['delegates'] as const) : []),
  ]
  return toIntent(
    {
      kind: 'grantSession',
      facts: [limit, ...(end ? [end] : []), ...reach, network(chainId), address('sessionKey', key)],
    },
    { parts: upgradeTo(upgrade), warnings },
  )
}
