/**
 * The history of a Solana account by its signatures. A transfer to one of its token accounts does not name the account itself, so the
 * signatures of its token accounts are read too. Several lists have no common order within a slot: a position holds the slot, the offset in
 * it, and an earlier signature to continue from.
 */
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { tokenAccountCalls } from '../../balances/token-accounts.ts'
import type { ImageLink } from '../../images/link.ts'
import type { GatewayNetwork } from '../../networks/network.ts'
import { resultOf } from '../../nodes/json-rpc.ts'
import { type NodePool, sendInParts } from '../../nodes/pool.ts'
import { createListed } from '../../tokens/listed.ts'
import type { HistoryEntry, HistorySource } from '../source.ts'
import { Listed, SolanaTransaction, TokenAccounts } from './shapes.ts'
import { readSolana } from './transaction.ts'

const maxAccounts = 60
/** Calls per batch. */
const portion = 25

/** How many more times a list is read while it does not fill a page, and how many rows each time. */
const maxRounds = 6
const longest = 1_000

type List = { readonly account: string; readonly rows: Listed[]; isWhole: boolean }
type Place = { readonly slot: number; readonly taken: number; readonly above: string | undefined }
const position = {
  pattern: /^\d{1,15}\.\d{1,6}\.([1-9A-HJ-NP-Za-km-z]{64,90})?$/,
  write: ({ slot, taken, above = '' }: Place): string => `${slot}.${taken}.${above}`,
  read(text: string): Place {
    const [slot, taken, above] = text.split('.')
    return { slot: Number(slot), taken: Number(taken), above: above || undefined }
  },
} as const

export function createSolanaHistory(
  network: Pick<GatewayNetwork, 'id' | 'currency' | 'tokens'>,
  pool: NodePool,
  link: ImageLink,
): HistorySource {
  const { id, currency } = network
  const listed = createListed(network)
  const options = { network: id, currency, listed, link }

  return {
    network: id,
    isAddress: (text) => SolanaAddress.safeParse(text).success,
    isPosition: (text) => position.pattern.test(text),
    async read({ address, after, limit, signal }) {
      const from = after === undefined ? undefined : position.read(after)
      const { found, isWhole } = await signaturesOf(address, from, limit, signal)
      const rest = found.filter(({ place }) => !from || isBelow(place, from))
      const page = rest.slice(0, limit)
      const transactions = await readAll(
        page.map(({ signature }) => signature),
        signal,
      )
      const entries = page.map(({ signature, place }): HistoryEntry => {
        const transaction = transactions.get(signature)
        return {
          at: (transaction?.blockTime ?? 0) * 1000,
          position: position.write(place),
          transaction: transaction?.blockTime ? readSolana(signature, transaction, address, options) : undefined,
        }
      })
      return { entries: inOrder(entries), isLast: isWhole && rest.length <= limit }
    },
  }

  /** Newest first, down to where all lists are complete. */
  async function signaturesOf(address: string, from: Place | undefined, limit: number, signal: AbortSignal) {
    const accounts = [address, ...(await tokenAccountsOf(address, signal))]
    const lists = accounts.map((account): List => ({ account, rows: [], isWhole: false }))
    for (let round = 0; round < maxRounds; round += 1) {
      const asked = lists.filter((list) => !list.isWhole && !isEnough(list, from, limit))
      if (asked.length === 0) break
      await readFurther(asked, from?.above, round === 0 ? limit + 1 : longest, signal)
    }
    const end = Math.max(0, ...lists.flatMap((list) => (list.isWhole ? [] : [endOf(list, from)])))
    const unique = new Map(lists.flatMap(({ rows }) => rows).map((one) => [one.signature, one.slot]))
    const sorted = [...unique]
      .filter(([, slot]) => slot >= end)
      .sort(([one, slot], [other, otherSlot]) => otherSlot - slot || (one < other ? -1 : 1))
    return { found: withPlaces(sorted, from?.above), isWhole: lists.every((list) => list.isWhole) }
  }

  async function readFurther(
    lists: readonly List[],
    above: string | undefined,
    limit: number,
    signal: AbortSignal,
  ): Promise<void> {
    const calls = lists.map(({ account, rows }) => {
      const before = rows.at(-1)?.signature ?? above
      return {
        method: 'getSignaturesForAddress',
        params: [account, { limit, ...(before !== undefined && { before }) }],
      }
    })
    const outcomes = await sendInParts(pool, calls, portion, signal)
    for (const [index, list] of lists.entries()) {
      const rows = resultOf(outcomes[index], z.array(Listed), 'history')
      list.rows.push(...rows)
      list.isWhole = rows.length < limit
    }
  }

  async function tokenAccountsOf(address: string, signal: AbortSignal): Promise<readonly string[]> {
    const config = { encoding: 'base64', dataSlice: { offset: 0, length: 0 } }
    const outcomes = await pool.send(tokenAccountCalls(address, config), signal)
    return outcomes
      .flatMap((outcome) => resultOf(outcome, TokenAccounts, 'history').value.map(({ pubkey }) => pubkey))
      .sort()
      .slice(0, maxAccounts)
  }

  async function readAll(signatures: readonly string[], signal: AbortSignal) {
    const config = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }
    const calls = signatures.map((signature) => ({ method: 'getTransaction', params: [signature, config] }))
    const outcomes = await sendInParts(pool, calls, portion, signal)
    return new Map(
      outcomes.flatMap((outcome, index) => {
        // A transaction that the node has dropped, or of an unknown form, does not hide the others.
        const parsed = 'result' in outcome ? SolanaTransaction.safeParse(outcome.result) : undefined
        const signature = signatures[index]
        return parsed?.success && signature !== undefined ? [[signature, parsed.data] as const] : []
      }),
    )
  }
}

const isBelow = (place: Place, from: Place): boolean =>
  place.slot < from.slot || (place.slot === from.slot && place.taken > from.taken)

const below = ({ rows }: List, from: Place | undefined) => rows.filter(({ slot }) => !from || slot < from.slot)

/** Whether it fills a page and holds at least one complete slot. */
function isEnough(list: List, from: Place | undefined, limit: number): boolean {
  const rows = below(list, from)
  return rows.length > limit && rows[0]?.slot !== rows.at(-1)?.slot
}

/** The lowest slot that the list contains completely; if it contains a single slot, that one as it is. */
function endOf(list: List, from: Place | undefined): number {
  const rows = below(list, from)
  const [first, last] = [rows[0]?.slot, (rows.at(-1) ?? list.rows.at(-1))?.slot ?? 0]
  return first === last ? last : last + 1
}

function withPlaces(sorted: readonly (readonly [signature: string, slot: number])[], start: string | undefined) {
  let above = start
  let [slot, taken] = [-1, 0]
  return sorted.map(([signature, ofSlot], index) => {
    if (ofSlot !== slot) {
      above = sorted[index - 1]?.[0] ?? above
      slot = ofSlot
      taken = 0
    }
    taken += 1
    return { signature, place: { slot, taken, above } }
  })
}

/** A transaction without a time gets its neighbour's. */
function inOrder(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let at = entries.find((entry) => entry.at > 0)?.at ?? 0
  return entries.map((entry) => {
    at = entry.at > 0 ? Math.min(at, entry.at) : at
    return { ...entry, at }
  })
}
