/** A transaction of an EVM account in words: coins, known calls, batches of known calls; all else is blind. Pure. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, getAddress, type Hex } from 'viem'
import { type Action, address, coins, type Fact, type Intent, network, toIntent, type Warning } from '../intent.ts'
import { type Call, findCall, isSame, type Surroundings, unknownFunction, warnOfRecipient } from './known-calls.ts'
import { exceedsSupply } from './supply.ts'

export interface TransactionToRead {
  readonly chainId: Caip2
  readonly from: string
  readonly to: string | null
  readonly value: bigint
  readonly data: Hex
}

/** Calls inside calls are followed this deep, and this many in all. */
const maxDepth = 3
const maxParts = 24

interface Reading {
  readonly parts: Action[]
  readonly warnings: Set<Warning>
  isBlind: boolean
}

export function readTransaction(transaction: TransactionToRead, surroundings: Surroundings): Intent {
  const { chainId, value, data } = transaction
  const paid = value > 0n ? [coins(value)] : []
  if (transaction.to === null)
    return toIntent(
      { kind: 'deploy', facts: [...paid, network(chainId)] },
      { warnings: ['deploys', 'unreadable'], blind: true },
    )
  const [from, to] = [checksum(transaction.from), checksum(transaction.to)]
  if (data === '0x')
    return toIntent(
      { kind: 'send', facts: [coins(value), address('to', to), network(chainId)] },
      { warnings: warnOfRecipient(to, '0x') },
    )

  const reading: Reading = { parts: [], warnings: new Set(), isBlind: false }
  const batch = follow({ from, to, value, data }, 0)
  const [first] = reading.parts
  const isBatch = batch !== undefined || first === undefined
  // A batch of nothing still calls a contract, which may do anything with what it gets.
  if (first === undefined) {
    reading.isBlind = true
    reading.warnings.add('unreadable')
  }
  // Coins that no word of the call accounts for.
  const isPaidBeside = value > 0n && !(first?.kind === 'wrap' && !isBatch) && first?.kind !== 'call'
  if (isPaidBeside) reading.warnings.add('coinsWithCall')
  if (exceedsSupply(chainId, reading.parts)) reading.warnings.add('unlimited')
  const action: Action = isBatch
    ? { kind: 'batch', facts: [...paid, address('contract', to), ...(batch ?? [])] }
    : { kind: first.kind, facts: isPaidBeside ? [...first.facts, ...paid] : first.facts }
  return toIntent(
    { ...action, facts: [...action.facts, network(chainId)] },
    { parts: isBatch ? reading.parts : [], warnings: reading.warnings, blind: reading.isBlind },
  )

  /** Adds what the call does; answers with the facts of a batch, or nothing for a call that is none. */
  function follow(call: Call, depth: number): readonly Fact[] | undefined {
    if (reading.parts.length >= maxParts) {
      reading.isBlind = true
      reading.warnings.add('cutShort')
      return undefined
    }
    const explained = depth > maxDepth ? undefined : findCall(selectorOf(call.data))?.explain(call, surroundings)
    if (!explained) {
      reading.isBlind = true
      reading.warnings.add('unreadable')
      addPart({ kind: 'call', facts: unreadableFacts(call) }, call)
      return undefined
    }
    if (!explained.isCanonical) {
      reading.isBlind = true
      reading.warnings.add('oddEncoding')
    }
    if ('action' in explained) {
      for (const warning of explained.warnings ?? []) reading.warnings.add(warning)
      addPart(explained.action, call)
      return undefined
    }
    for (const inner of explained.calls) follow(inner, depth + 1)
    return explained.facts ?? []
  }

  function addPart(action: Action, call: Call): void {
    // A contract that calls others does so in its own name.
    const actor = isSame(call.from, from) ? [] : [address('owner', call.from)]
    reading.parts.push(actor.length > 0 ? { ...action, facts: [...action.facts, ...actor] } : action)
  }
}

const unreadableFacts = ({ to, value, data }: Call): Fact[] => [
  ...(value > 0n ? [coins(value)] : []),
  address('contract', to),
  unknownFunction(data.slice(0, 10)),
]

// as: ten characters of hex are hex.
const selectorOf = (data: Hex): Hex => data.slice(0, 10).toLowerCase() as Hex

/** With its checksum, whatever capitals it came with: for addresses that we know or compare. */
export const checksum = (text: string): Address => getAddress(text.toLowerCase())

/**
 * An address that a page gives for signing. `undefined` where it has small and capital letters that are not its checksum (EIP-55): then it
 * was mistyped. An address in letters of one size carries no checksum.
 */
export function checkedAddress(text: string): Address | undefined {
  const address = checksum(text)
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && address.slice(2) !== digits ? undefined : address
}
