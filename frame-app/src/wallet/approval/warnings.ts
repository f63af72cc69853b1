/** Adds the warnings of simulation, fee and tokens to the intent that was read from the request. */
import { type Action, type FactValue, type Intent, toIntent, type Warning } from '../decode/intent.ts'
import type { Simulation } from './prepared.ts'
import { isOwn, takesUnnamed } from './unnamed-losses.ts'

/**
 * Adds the warnings. If the simulation fails, is cut, or shows more than the request says, the request counts as blind, so that approving
 * it needs an extra tick. @param warnings about the fee and the tokens
 */
export function withWarnings(
  intent: Intent,
  { simulation, warnings = [] }: { simulation?: Simulation; warnings?: readonly Warning[] },
): Intent {
  const given = unstatedRights(intent, simulation).filter(({ kind }) => kind !== 'revoke')
  const movesMore = takesUnnamed(intent, simulation)
  const fails = simulation?.status === 'fails'
  const isCut = simulation?.status === 'works' && simulation.isCut
  return toIntent(intent, {
    parts: intent.parts,
    warnings: [
      ...(movesMore ? (['movesMore'] as const) : []),
      ...intent.warnings,
      ...warnings,
      ...given.flatMap(warningsOf),
      ...(fails ? (['wouldFail'] as const) : []),
      ...(isCut ? (['cutShort'] as const) : []),
    ],
    blind: intent.blind || given.length > 0 || movesMore || fails || isCut,
  })
}

/** Rights that change in the simulation but are not named in the request. */
export const unstatedRights = (intent: Intent, simulation: Simulation | undefined): readonly Action[] =>
  simulation?.status === 'works'
    ? simulation.rights.filter((right) => ![intent, ...intent.parts].some((action) => states(action, right)))
    : []

function warningsOf({ kind, facts }: Action): Warning[] {
  const isUnlimited =
    kind === 'allow' && facts.some(({ value }) => value.type === 'tokens' && value.amount === 'unlimited')
  return [
    'givesRights',
    ...(isUnlimited ? (['unlimited'] as const) : []),
    ...(kind === 'allowCollection' ? (['wholeCollection'] as const) : []),
    ...(kind === 'changeOwner' ? (['changesOwner'] as const) : []),
  ]
}

const states = (action: Action, right: Action): boolean =>
  action.kind === right.kind &&
  isOwn(action) &&
  right.facts.every((fact) => action.facts.some((other) => keyOf(other.value) === keyOf(fact.value)))

const keyOf = (value: FactValue): string => Object.values(value).map(String).join(' ')

/** Whether a fee is more than half of the balance in the network's coin. A balance of `undefined` is not known. */
export const takesMostOf = (balance: bigint | undefined, fee: bigint): boolean =>
  balance !== undefined && fee * 2n > balance

/** The tokens whose amounts are shown. */
export const tokensIn = (actions: readonly Action[], simulation: Simulation | undefined): string[] => {
  const effects = simulation?.status === 'works' ? simulation : { changes: [], rights: [] }
  return [
    ...[...actions, ...effects.rights].flatMap(tokensOf),
    ...effects.changes.flatMap(({ asset }) => (asset.type === 'tokens' ? [asset.token] : [])),
  ]
}

const tokensOf = ({ facts }: Action): string[] =>
  facts.flatMap(({ value }) => (value.type === 'tokens' && value.token !== undefined ? [value.token] : []))
