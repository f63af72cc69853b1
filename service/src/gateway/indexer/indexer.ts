/**
 * Brings the index of one network one step closer to the head of its chain. Progress is stored in the database, so a failed step is simply
 * repeated. Blocks are indexed at once, and undone when the chain replaces them.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { IndexedBlock, IndexRange, IndexWriter, Lease, Tip } from '../../store/contract/chain-index.ts'
import type { BlockReader } from './reader.ts'
import type { Header } from './shapes.ts'

export type IndexerOptions = {
  readonly network: Caip2
  /** `undefined`: the head at the first start. */
  readonly fromBlock: number | undefined
  readonly reader: BlockReader
  readonly index: IndexWriter
  /** Different for every process. */
  readonly holder: string
  readonly now: () => number
  readonly leaseMs?: number
  /** How many times a node's head may be below ours before it counts as a reorganisation, not a lagging node. */
  readonly patience?: number
  /** Rows per write, about: SQLite blocks the process meanwhile. */
  readonly maxRows?: number
}

/** `moved`: there may be more to do. `idle`: at the head. `waiting`: another process holds the lease. */
export type Progress = 'moved' | 'idle' | 'waiting'

export type Indexer = {
  /** @throws {Error} of a node or the database. Call it again later. */
  readonly step: (signal: AbortSignal) => Promise<Progress>
  /** Blocks between the index and the head, if this process holds the lease. */
  readonly behind: () => number | undefined
  /** Lets another process continue at once. */
  readonly release: () => Promise<void>
}

const beginning: Tip = { height: -1, hash: '' }
/** Blocks compared at once when looking for the common ancestor; doubled each time. */
const firstWindow = 16
const maxWindow = 1_024

type Held = Omit<Lease, 'range'> & { range: IndexRange | undefined; until: number }

export function createIndexer(options: IndexerOptions): Indexer {
  const { network, fromBlock, reader, index, holder, now, leaseMs = 60_000, patience = 5, maxRows = 4_000 } = options
  let held: Held | undefined
  let head: Header | undefined
  let timesBelow = 0

  return {
    async step(signal) {
      try {
        return await advance(signal)
      } catch (error) {
        // It is unknown whether the last write succeeded: the next step reads the database.
        held = undefined
        throw error
      }
    },
    behind: () => (held?.range && head ? Math.max(0, head.number - held.range.tip.height) : undefined),
    async release() {
      const lease = held
      held = undefined
      if (lease) await index.release(lease)
    },
  }

  async function advance(signal: AbortSignal): Promise<Progress> {
    const lease = await hold(signal)
    if (!lease) return 'waiting'
    head = await reader.head(signal)
    if (!lease.range || (fromBlock !== undefined && fromBlock < lease.range.fromBlock))
      return begin(lease, head, signal)
    const { tip } = lease.range
    timesBelow = head.number < tip.height ? timesBelow + 1 : 0
    if (timesBelow > 0) return timesBelow > patience ? rewind(lease, lease.range, head, signal) : 'idle'
    if (head.number === tip.height) return head.hash === tip.hash ? 'idle' : rewind(lease, lease.range, head, signal)
    const blocks = await reader.next(tip, head.number, signal)
    if (blocks === 'forked') return rewind(lease, lease.range, head, signal)
    return blocks.length === 0 ? 'idle' : append(lease, tip, blocks)
  }

  async function append(lease: Held, tip: Tip, blocks: readonly IndexedBlock[]): Promise<Progress> {
    let after = tip
    for (const part of partsOf(blocks, maxRows)) {
      const last = part.at(-1) ?? after
      moveTo(lease, last, await index.append(lease, after, part))
      if (held !== lease) break
      after = last
    }
    return 'moved'
  }

  /** Takes the lease, or renews it after half of its time. */
  async function hold(signal: AbortSignal): Promise<Held | undefined> {
    const until = now() + leaseMs
    if (held && until - held.until < leaseMs / 2) return held
    if (held && (await index.renew(held, until))) {
      held.until = until
      return held
    }
    held = undefined
    const lease = await index.claim({ network, holder, now: now(), leaseMs })
    if (!lease) return undefined
    held = { ...lease, until }
    await reader.verify(signal)
    return held
  }

  async function begin(lease: Held, { number }: Header, signal: AbortSignal): Promise<Progress> {
    const first = fromBlock ?? number
    const tip = await tipBefore(first, signal)
    // A block with a time in the future.
    if (!tip) return 'idle'
    const range = { fromBlock: first, tip }
    if (await index.begin(lease, range)) lease.range = range
    else held = undefined
    return 'moved'
  }

  async function rewind(lease: Held, range: IndexRange, { number }: Header, signal: AbortSignal): Promise<Progress> {
    const ancestor = await findAncestor(range, Math.min(range.tip.height, number), signal)
    if (!ancestor || ancestor.height === range.tip.height) return 'idle'
    timesBelow = 0
    return moveTo(lease, ancestor, await index.undo(lease, range.tip, ancestor))
  }

  function moveTo(lease: Held, { height, hash }: Tip, isDone: boolean): Progress {
    if (isDone && lease.range) lease.range = { ...lease.range, tip: { height, hash } }
    else held = undefined
    return 'moved'
  }

  /** The highest block on which the index and the node agree, down to the one before the first indexed block. */
  async function findAncestor(range: IndexRange, from: number, signal: AbortSignal): Promise<Tip | undefined> {
    let high = from
    for (let window = firstWindow; high >= range.fromBlock; window = Math.min(maxWindow, window * 2)) {
      const low = Math.max(range.fromBlock, high - window + 1)
      const [ours, theirs] = await Promise.all([index.hashes(network, low, high), reader.headers(low, high, signal)])
      for (let height = high; height >= low; height -= 1) {
        const hash = ours.get(height)
        if (hash !== undefined && hash === theirs.get(height)?.hash) return { height, hash }
      }
      high = low - 1
    }
    return tipBefore(range.fromBlock, signal)
  }

  async function tipBefore(first: number, signal: AbortSignal): Promise<Tip | undefined> {
    if (first === 0) return beginning
    const header = (await reader.headers(first, first, signal)).get(first)
    return header && { height: first - 1, hash: header.parentHash }
  }
}

/** Blocks in order, in parts of about `maxRows` rows. */
function* partsOf(blocks: readonly IndexedBlock[], maxRows: number): Generator<readonly IndexedBlock[]> {
  let part: IndexedBlock[] = []
  let rows = 0
  for (const block of blocks) {
    const { transactions, activities, legs, nfts, tokens } = block
    const own = [transactions, activities, legs, nfts, tokens].reduce((sum, { length }) => sum + length, 1)
    if (part.length > 0 && rows + own > maxRows) {
      yield part
      part = []
      rows = 0
    }
    part.push(block)
    rows += own
  }
  if (part.length > 0) yield part
}
