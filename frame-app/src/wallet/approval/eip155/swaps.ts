/**
 * Swaps in requests: how they are shown, and the warnings that follow from token data and simulation. Loaded only when a call cannot be
 * read otherwise, because the router tables are large.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { knownToken, knownTokens } from '../../../shared/chains/eip155/known-tokens.ts'
import { swapNetworkOf } from '../../../shared/swap/networks.ts'
import { isSame } from '../../decode/eip155/known-calls.ts'
import { readSwapIntent } from '../../decode/eip155/swap.ts'
import type { TransactionToRead } from '../../decode/eip155/transaction.ts'
import type { FactValue, Intent, Warning } from '../../decode/intent.ts'
import { keyOf } from '../changes.ts'
import { networkWords } from '../networks.ts'
import type { Asset, Prepared, Simulation } from '../prepared.ts'

export interface SwapRequest {
  readonly intent: Intent
  /** Warnings about token names and price, which need the chain's answers. */
  readonly warningsWith: (answers: ChainAnswers) => readonly Warning[]
}

interface ChainAnswers {
  readonly tokens: Prepared['tokens']
  readonly simulation: Simulation
}

/** @returns `undefined` unless it is a swap at a known router and nothing else */
export function readSwapRequest(
  transaction: TransactionToRead,
  record: Pick<ProjectRecord, 'swap'>,
): SwapRequest | undefined {
  const { chainId } = transaction
  const intent = readSwapIntent(transaction, record)
  const network = swapNetworkOf(chainId, record)
  if (!intent || !network) return undefined
  /** Tokens of the router table, which has no names. */
  const trusted = [network.wrapped, ...network.bases]
  const isOdd = (token: string, symbol: string): boolean =>
    !plainName.test(symbol) || (!trusted.some((one) => isSame(one, token)) && isNameOfAnother(symbol, chainId))
  const namesOddly = (tokens: Prepared['tokens']): boolean =>
    intent.facts.some(({ value }) => {
      if (value.type !== 'tokens' || value.token === undefined || knownToken(chainId, value.token)) return false
      const words = tokens.get(value.token.toLowerCase())
      return words !== undefined && isOdd(value.token, words.symbol)
    })
  return {
    intent,
    warningsWith: ({ tokens, simulation }) => [
      ...(namesOddly(tokens) ? (['oddName'] as const) : []),
      ...(isFarBelow(intent, simulation) ? (['lowMinimum'] as const) : []),
    ],
  }
}

/** Names that may be used in a sentence: they cannot be read as part of the sentence or of the number before them. */
const plainName = /^[0-9]?[A-Za-z][\w.$+-]*$/

/**
 * Whether a token in our table, or the network's coin, has this name. Anyone can create a token with any name. If our table has no tokens
 * for the network, those of all networks are compared.
 */
function isNameOfAnother(symbol: string, scope: Caip2): boolean {
  const rows = knownTokens[scope] ?? Object.values(knownTokens).flat()
  const names = [...rows.map(([name]) => name), networkWords(scope).symbol]
  return names.some((name) => foldName(name) === foldName(symbol))
}

/** Equal for names that look alike. */
const foldName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1l]/g, 'i')
    .replaceAll('5', 's')

/** Whether the minimum is less than half of the simulated amount: no usual price tolerance is that wide. */
function isFarBelow({ facts }: Intent, simulation: Simulation): boolean {
  if (simulation.status !== 'works') return false
  const least = facts.find(({ label }) => label === 'least')?.value
  const asset = least && assetOf(least)
  if (!asset || !('amount' in least) || typeof least.amount !== 'bigint') return false
  const gain = simulation.changes.find((change) => isSame(keyOf(change.asset), keyOf(asset)))?.amount ?? 0n
  return least.amount * 2n < gain
}

function assetOf(value: FactValue): Asset | undefined {
  if (value.type === 'coins') return { type: 'coins' }
  return value.type === 'tokens' && value.token !== undefined ? { type: 'tokens', token: value.token } : undefined
}
