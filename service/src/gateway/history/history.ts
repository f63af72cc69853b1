/** The transactions of an account on one network, or of all of its namespace as one list. */
import type { History, Transaction } from '@airlock/protocol/gateway/history.ts'
import { type Caip2, isCaip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Asked } from '../http/serve.ts'
import { refusals } from '../refusal.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { HistoryEntry, HistorySource } from './source.ts'

export type HistoryRequest = Asked<'history'> & { readonly address: string }

export const pageSize = 50
/** How many times a page is refilled when most of the rows read are hidden. The next page continues there. */
const maxRounds = 4

/** State of one network while a page is built. */
type Lane = {
  readonly source: HistorySource
  position: string | undefined
  waiting: readonly HistoryEntry[]
  isLast: boolean
  isDown: boolean
}

export function createHistory(sources: readonly HistorySource[]) {
  return {
    /** @throws {GatewayRefusal} 400, 503 */
    async read({ address, chainId, cursor, onramp, signal }: HistoryRequest): Promise<History> {
      if (onramp !== undefined) throw refusals.badProvider(onramp)
      const lanes = openLanes(chooseSources(address, chainId), cursor)
      const data: Transaction[] = []
      for (let round = 0; round < maxRounds && data.length < pageSize; round += 1) {
        const open = lanes.filter(({ isLast, isDown }) => !isLast && !isDown)
        const asked = open.filter(({ waiting }) => waiting.length === 0)
        if (asked.length === 0) break
        await Promise.all(asked.map((lane) => fill(lane, address, signal)))
        signal.throwIfAborted()
        take(lanes, data)
      }
      // A failed network does not hide the others. If all failed, an empty history would be misleading.
      if (data.length === 0 && lanes.some(({ isDown }) => isDown)) throw refusals.historyDown()
      const more = lanes.filter(({ isLast, waiting }) => !isLast || waiting.length > 0)
      const next = new Map(more.map(({ source, position }) => [referenceOf(source.network), position]))
      return { data, next: next.size > 0 ? writeCursor(next) : null }
    },
  }

  function chooseSources(address: string, chainId: string | undefined): readonly HistorySource[] {
    const id = chainId !== undefined && /^\d{1,20}$/.test(chainId) ? `eip155:${chainId}` : chainId
    if (id !== undefined && !isCaip2(id)) throw refusals.badParameter(id)
    const asked = sources.filter(({ network }) => id === undefined || network === (id as Caip2)) // as: checked above
    if (asked.length === 0) throw refusals.badParameter(id ?? 'chainId')
    const own = asked.filter(({ isAddress }) => isAddress(address))
    if (own.length === 0) throw refusals.badAddress()
    return own
  }
}

function openLanes(sources: readonly HistorySource[], cursor: string | undefined): readonly Lane[] {
  const open = (source: HistorySource, position: string | undefined): Lane => ({
    source,
    position,
    waiting: [],
    isLast: false,
    isDown: false,
  })
  if (!cursor) return sources.map((source) => open(source, undefined))
  const positions = readCursor(cursor)
  if (!positions) throw refusals.badParameter('cursor')
  const lanes = sources.flatMap((source) => {
    const reference = referenceOf(source.network)
    if (!positions.has(reference)) return []
    const position = positions.get(reference)
    if (position !== undefined && !source.isPosition(position)) throw refusals.badParameter('cursor')
    return [open(source, position)]
  })
  if (lanes.length < positions.size) throw refusals.badParameter('cursor')
  return lanes
}

async function fill(lane: Lane, address: string, signal: AbortSignal): Promise<void> {
  try {
    const { entries, isLast } = await lane.source.read({ address, after: lane.position, limit: pageSize, signal })
    lane.waiting = entries
    lane.isLast = isLast
  } catch {
    lane.isDown = true
  }
}

/** Takes the newest entry of all networks, while it is certain which one that is. */
function take(lanes: readonly Lane[], data: Transaction[]): void {
  for (;;) {
    const up = lanes.filter(({ isDown }) => !isDown)
    if (data.length >= pageSize || up.some(({ waiting, isLast }) => waiting.length === 0 && !isLast)) return
    const newest = up
      .filter(({ waiting }) => waiting.length > 0)
      .reduce<Lane | undefined>((most, lane) => (most && atOf(most) >= atOf(lane) ? most : lane), undefined)
    const [entry, ...rest] = newest?.waiting ?? []
    if (!newest || !entry) return
    newest.waiting = rest
    newest.position = entry.position
    if (entry.transaction) data.push(entry.transaction)
  }
}

const atOf = ({ waiting }: Lane): number => waiting[0]?.at ?? 0
