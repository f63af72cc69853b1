/** The intent of a batch: the delegation, if any, then every call. Pure. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Action, address, type Intent, line, network, toIntent, type Warning } from '../intent.ts'

/** Further parts are not listed; a warning is shown instead. */
const maxParts = 24

/** The contract that the account delegates to. */
export interface Delegation {
  readonly name: string
  readonly delegate: string
}

/** @param intents of the calls, in order */
export function readBatch(chainId: Caip2, delegation: Delegation | undefined, intents: readonly Intent[]): Intent {
  const parts = [...upgradeTo(delegation), ...intents.flatMap(partsOf)]
  const isCut = parts.length > maxParts
  const warnings: Warning[] = [
    ...(delegation ? (['delegates'] as const) : []),
    ...intents.flatMap((intent) => intent.warnings),
    ...(isCut ? (['cutShort'] as const) : []),
  ]
  return toIntent(
    { kind: 'batch', facts: [network(chainId)] },
    { parts: parts.slice(0, maxParts), warnings, blind: intents.some(({ blind }) => blind) },
  )
}

export const upgradeTo = (of: Delegation | undefined): readonly Action[] =>
  of ? [{ kind: 'delegate', facts: [line('code', of.name), address('contract', of.delegate)] }] : []

/** The network is left out, because the batch already shows it. */
const partsOf = ({ kind, facts, parts }: Intent): readonly Action[] => [
  { kind, facts: facts.filter(({ label }) => label !== 'network') },
  ...parts,
]
