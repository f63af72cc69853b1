/** The activity that is shown: the ledger of this device first, then the history, each transaction once. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { activeConnectionAtom } from './active-connection.ts'
import { type ActivityEntry, activeActivityAtom } from './activity.ts'
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
  const history = activity && 'entries' in activity ? activity.entries : []
  if (!connection) return { made: [], history }
  const { address, chainId } = parseCaip10(connection.active)
  const { symbol, decimals } = get(networksAtom).find(({ id }) => id === chainId)?.currency ?? {
    symbol: '',
    decimals: 18,
  }
  const known = new Set(history.map(({ hash }) => hash.toLowerCase()))
  const oldest = history.at(-1)?.at ?? Number.POSITIVE_INFINITY
  const isWhole = activity && 'entries' in activity && activity.next === undefined
  return {
    made: get(activeLedgerAtom)
      .filter(({ id }) => !known.has(id.toLowerCase()))
      // What the history does not reach yet is shown there when it does.
      .filter(({ status, sentAt }) => history.length === 0 || isWhole || status !== 'confirmed' || sentAt > oldest)
      .map((tracked) => toEntry(tracked, { address, symbol, decimals })),
    history,
  }
})
