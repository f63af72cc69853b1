/**
 * The activity as shown: pending entries, then the history together with entries that only the ledger of this device knows; each
 * transaction once.
 */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { pictureId } from '../../../kit/picture-id.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { activeTokensAtom, type Token } from '../../assets/state/tokens.ts'
import { boughtAtom, joinBought } from '../../buy/state/bought.ts'
import { type ActivityEntry, activeActivityAtom, type Movement } from '../../ledger/state/activity.ts'
import { joinEntries } from '../../ledger/state/activity-rules.ts'
import { activeLedgerAtom, type LedgerAccount, type Tracked, toEntry } from '../../ledger/state/ledger.ts'

export interface ShownActivity {
  readonly pending: readonly ActivityEntry[]
  /** Newest first. */
  readonly settled: readonly ActivityEntry[]
}

export const shownActivityAtom = atom((get): ShownActivity => {
  const connection = get(activeConnectionAtom)
  const activity = get(activeActivityAtom)
  const read = activity && 'entries' in activity ? activity.entries : []
  if (!connection) return { pending: [], settled: read }
  const { address, chainId } = parseCaip10(connection.active)
  const { symbol, decimals } = get(networksAtom).find(({ id }) => id === chainId)?.currency ?? {
    symbol: '',
    decimals: 18,
  }
  const held = get(activeTokensAtom)
  const tokens = held && 'tokens' in held ? held.tokens : []
  const image = tokens.find((token) => token.address === undefined)?.icon
  const account: LedgerAccount = { address, symbol, decimals, image }
  const ofLedger = (tracked: Tracked) => toEntry(tracked, account)
  const ledger = get(activeLedgerAtom)
  // Not every gateway names the token of a payment; the ledger knows it for payments that were sent from here.
  const payments = new Map(ledger.map((tracked) => [tracked.id.toLowerCase(), ofLedger(tracked).payment]))
  const history = read
    .map((entry) => (entry.payment ? entry : { ...entry, payment: payments.get(entry.hash.toLowerCase()) }))
    .map((entry) => withOwn(entry, ledger, account))
  const known = new Set(history.map(({ hash }) => hash.toLowerCase()))
  const oldest = history.at(-1)?.at ?? Number.POSITIVE_INFINITY
  const isWhole = activity && 'entries' in activity && activity.next === undefined
  const made = ledger
    .filter(({ id }) => !known.has(id.toLowerCase()))
    // An entry that is older than the loaded pages is left out until its page is loaded.
    .filter(({ status, sentAt }) => status === 'pending' || history.length === 0 || isWhole || sentAt > oldest)
    .map(ofLedger)
  const bought = get(boughtAtom)[address.toLowerCase()] ?? []
  const joined = joinBought(
    history,
    bought.filter((one) => one.chainId === chainId).map(({ entry }) => entry),
    isWhole || history.length === 0 ? Number.NEGATIVE_INFINITY : oldest,
  )
  const isPending = ({ status }: ActivityEntry) => status === 'pending'
  const settled = made.filter((entry) => !isPending(entry))
  const bySymbol = new Map<string, Token[]>()
  for (const token of tokens) bySymbol.set(token.symbol, [...(bySymbol.get(token.symbol) ?? []), token])
  const assets: Assets = { chainId, symbol, tokens: bySymbol }
  const draw = (entry: ActivityEntry) => withPictures(entry, assets)
  return {
    pending: [...joined.pending, ...made.filter(isPending)].map(draw),
    settled: joinEntries(joined.history, settled).map(draw),
  }
})

interface Assets {
  readonly chainId: string
  /** Of the network's currency. */
  readonly symbol: string
  /** Held by the account, by symbol. */
  readonly tokens: ReadonlyMap<string, readonly Token[]>
}

/**
 * Neither histories nor providers name the contract of what has moved, so the asset is found by its symbol among those of the account.
 * Only the picture depends on it. A picture is added only where this device or the provider knows what was sent; in a history, anybody's
 * token may have that symbol.
 */
function withPictures(entry: ActivityEntry, { chainId, symbol, tokens }: Assets): ActivityEntry {
  const { isMadeHere, seller, movements } = entry
  const draw = (movement: Movement): Movement => {
    const { kind, label, image } = movement
    if (kind === 'nft') return movement
    const isCurrency = label === symbol
    const named = tokens.get(label) ?? []
    const [token, ...others] = named.filter(({ address }) => (address === undefined) === isCurrency)
    if (!isCurrency && (!token || others.length > 0)) return movement
    const isKnown = isMadeHere || seller !== undefined
    return {
      ...movement,
      pictureId: pictureId(chainId, token?.address),
      ...(isKnown && image === undefined && token && { image: token.icon }),
    }
  }
  return { ...entry, movements: movements.map(draw) }
}

/** Histories do not contain coins that a contract pays out; for a swap that was made here, the ledger knows both sides. */
function withOwn(entry: ActivityEntry, ledger: readonly Tracked[], account: LedgerAccount): ActivityEntry {
  const own = ledger.find(({ id, gained }) => gained && id.toLowerCase() === entry.hash.toLowerCase())
  const isWhole = entry.movements.some(({ direction }) => direction === 'in')
  if (!own || isWhole || entry.status !== 'confirmed') return entry
  const { operation, movements } = toEntry(own, account)
  return {
    ...entry,
    operation,
    movements: [...entry.movements, ...movements.filter(({ direction }) => direction === 'in')],
  }
}
