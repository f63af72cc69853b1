/** Reads a transaction of an EVM account: transfers of coins, known calls, batches of known calls. Anything else is blind. Pure. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Address, Hex } from 'viem'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { type Action, address, coins, type Fact, type Intent, network, toIntent, type Warning } from '../intent.ts'
import { findCall, unknownFunction } from './call-table.ts'
import { type Call, isSame, type Surroundings, warnOfRecipient } from './known-calls.ts'
import { exceedsSupply } from './supply.ts'

export interface TransactionToRead {
  readonly chainId: Caip2
  readonly from: string
  readonly to: string | null
  readonly value: bigint
  readonly data: Hex
}

/** Limits for nested calls: depth, and number in total. */
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
  // An empty batch still calls a contract, which may do anything with the coins sent to it.
  if (first === undefined) {
    reading.isBlind = true
    reading.warnings.add('unreadable')
  }
  // Coins that the decoded call does not account for.
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

  /** Adds the actions of a call. Returns the facts of a batch; `undefined` if the call is not a batch. */
  function follow(call: Call, depth: number): readonly Fact[] | undefined {
    if (reading.parts.length >= maxParts) {
      reading.isBlind = true
      reading.warnings.add('cutShort')
      return undefined
    }
    // Coins sent by a call of the account's own code.
    if (call.data === '0x' && depth > 0 && isSame(call.from, from)) {
      for (const warning of warnOfRecipient(call.to, '0x')) reading.warnings.add(warning)
      addPart({ kind: 'send', facts: [coins(call.value), address('to', call.to)] }, call)
      return undefined
    }
    const explained = depth > maxDepth ? undefined : findCall(selectorOf(call.data))?.explain(call, surroundings)
    if (!explained) {
      reading.isBlind = true
      reading.warnings.add('unreadable')
      // Only the account itself can make it, and it may take back what its code protects.
      if (isSame(call.to, from) && isSame(call.from, from) && !call.data.startsWith(inscription))
        reading.warnings.add('contractIsAccount')
      addPart({ kind: 'call', facts: unreadableFacts(call) }, call)
      return undefined
    }
    if (!explained.isCanonical) {
      reading.isBlind = true
      reading.warnings.add('oddEncoding')
    }
    if ('action' in explained) {
      for (const warning of explained.warnings ?? []) reading.warnings.add(warning)
      // Coins sent with the transaction itself are added to its own facts.
      const isPaidBeside = depth > 0 && call.value > 0n && isSame(call.from, from) && explained.takesCoins !== true
      if (isPaidBeside) reading.warnings.add('coinsWithCall')
      const paid = isPaidBeside ? [coins(call.value)] : []
      addPart({ ...explained.action, facts: [...explained.action.facts, ...paid] }, call)
      return undefined
    }
    for (const inner of explained.calls) follow(inner, depth + 1)
    return explained.facts ?? []
  }

  function addPart(action: Action, call: Call): void {
    // Calls made by a contract have the contract as their sender.
    const actor = isSame(call.from, from) ? [] : [address('owner', call.from)]
    reading.parts.push(actor.length > 0 ? { ...action, facts: [...action.facts, ...actor] } : action)
  }
}

/** `data:`, a text that an account writes into a transaction to itself. It calls nothing. */
const inscription = '0x646174613a'

const unreadableFacts = ({ to, value, data }: Call): Fact[] => [
  ...(value > 0n ? [coins(value)] : []),
  address('contract', to),
  unknownFunction(data.slice(0, 10)),
]

// as: ten characters of hex are hex.
const selectorOf = (data: Hex): Hex => data.slice(0, 10).toLowerCase() as Hex

/**
 * An address that a page gives for signing. `undefined` if it has mixed case that is not its checksum (EIP-55), because it was mistyped
 * then. An address in only one case has no checksum.
 */
export function checkedAddress(text: string): Address | undefined {
  const address = checksum(text)
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && address.slice(2) !== digits ? undefined : address
}
