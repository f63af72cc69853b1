/** The activity that is shown: the ledger of this device first, then the history, each transaction once. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { activeConnectionAtom } from './active-connection.ts'
import { type ActivityEntry, activeActivityAtom } from './activity.ts'
import { boughtAtom } from './bought.ts'
import { joinBought } from './bought-rules.ts'
import { activeLedgerAtom, toEntry } from './ledger.ts'
import { networksAtom } from './network.ts'

export interface ShownActivity {
  /** Not settled yet, or not in the history yet. */
  readonly made: readonly ActivityEntry[]
  readonly history: readonly ActivityEntry[]
}

export const shownActivityAtom = atom((get): ShownActivity => {
  const connection = get(activeConnectionAtom)
  const activity = get(activeActivityAtom)
  const known = activity && 'entries' in activity ? activity.entries : []
  if (!connection) return { made: [], history: known }
  const { address, chainId } = parseCaip10(connection.active)
  const { symbol, decimals } = get(networksAtom).find(({ id }) => id === chainId)?.currency ?? {
    symbol: '',
    decimals: 18,
  }
  const hashes = new Set(known.map(({ hash }) => hash.toLowerCase()))
  const oldest = known.at(-1)?.at ?? Number.POSITIVE_INFINITY
  const isWhole = activity && 'entries' in activity && activity.next === undefined
  const bought = get(boughtAtom)[address.toLowerCase()] ?? []
  const { pending, history } = joinBought(
    known,
    bought.filter((one) => one.chainId === chainId).map(({ entry }) => entry),
    isWhole || known.length === 0 ? Number.NEGATIVE_INFINITY : oldest,
  )
  return {
    made: [
      ...pending,
      ...get(activeLedgerAtom)
        .filter(({ id }) => !hashes.has(id.toLowerCase()))
        // What the history does not reach yet is shown there when it does.
        .filter(({ status, sentAt }) => known.length === 0 || isWhole || status !== 'confirmed' || sentAt > oldest)
        .map((tracked) => toEntry(tracked, { address, symbol, decimals })),
    ],
    history,
  }
})
