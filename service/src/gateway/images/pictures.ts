/**
 * Pictures by source: fetched, re-encoded and cached in memory. Concurrent requests share one fetch, and a failed one is not retried for a
 * while.
 */
import { createHash } from 'node:crypto'
import type { ImageWidth } from '@airlock/protocol/gateway/endpoints.ts'
import { LRUCache } from 'lru-cache'
import { type OutboundCode, OutboundError } from '../outbound/error.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { createLane, LaneFullError } from './lane.ts'

export type Picture = {
  readonly webp: Uint8Array<ArrayBuffer>
  readonly etag: string
  /** Time it took to render; 0 if cached. */
  readonly drawnMs: number
}

/** `missing`: there is no such picture. `failed`: it cannot be shown now. `busy`: too many requests. */
export type NoPicture = 'missing' | 'failed' | 'busy'

export type Pictures = {
  readonly read: (source: string, width: ImageWidth) => Promise<Picture | NoPicture>
}

/** Resolves a source that refers to another one, such as the picture of an NFT. `undefined`: there is none. */
export type FindSource = (source: string) => Promise<string | undefined>

const maxBytes = 8 * 1024 * 1024
const keptBytes = 64 * 1024 * 1024
const kept = { missing: 10 * 60_000, failed: 60_000 } as const
const keptFailures = 20_000
const day = 24 * 60 * 60_000

export function createPictures(fetch: GuardedFetch, findSource: FindSource = async (source) => source): Pictures {
  const drawn = new LRUCache<string, Picture>({
    maxSize: keptBytes,
    sizeCalculation: ({ webp }) => webp.byteLength + 512,
    ttl: day,
  })
  const failures = new LRUCache<string, NoPicture>({ max: keptFailures })
  const flying = new Map<string, Promise<Picture | NoPicture>>()
  const fetching = createLane({ atOnce: 24, waiting: 500 })
  // Rendering hostile SVG may take seconds; it must not block the others.
  const drawing = createLane({ atOnce: 2, waiting: 200 })
  const drawingSvg = createLane({ atOnce: 1, waiting: 50 })

  return {
    async read(source, width) {
      const id = createHash('sha256').update(source).digest('base64url')
      const failed = failures.get(id)
      if (failed) return failed
      const key = `${id} ${width}`
      const known = drawn.get(key)
      if (known) return { ...known, drawnMs: 0 }
      const running = flying.get(key)
      if (running)
        return running.then((picture) => (typeof picture === 'string' ? picture : { ...picture, drawnMs: 0 }))
      const flight = make(source, width)
        .then((picture) => {
          drawn.set(key, picture)
          return picture
        })
        .catch((error: unknown) => {
          const reason = reasonOf(error)
          if (reason !== 'busy') failures.set(id, reason, { ttl: kept[reason] })
          return reason
        })
        .finally(() => flying.delete(key))
      flying.set(key, flight)
      return flight
    },
  }

  async function make(source: string, width: ImageWidth): Promise<Picture> {
    const bytes = await fetching(async () => {
      const found = await findSource(source)
      if (found === undefined) throw new OutboundError('STATUS', { status: 404 })
      return (await fetch(found, { maxBytes, accept: 'image/webp,image/png,image/jpeg,image/gif,image/svg+xml' })).bytes
    })
    return (isSvg(bytes) ? drawingSvg : drawing)(async () => {
      // Loaded with the first picture: the library is native code, which other roles do not need.
      const { drawPicture } = await import('./draw.ts')
      const started = performance.now()
      const webp = await drawPicture(bytes, width)
      const etag = createHash('sha256').update(webp).digest('base64url').slice(0, 27)
      return { webp, etag: `"${etag}"`, drawnMs: performance.now() - started }
    })
  }
}

const isSvg = (bytes: Buffer): boolean => /<svg[\s>]/i.test(bytes.subarray(0, 4_096).toString())

/** Failures that a retry is unlikely to fix. */
const lasting: ReadonlySet<OutboundCode> = new Set(['REFUSED', 'TOO_LARGE', 'REDIRECTS', 'ENCODED'])

function reasonOf(error: unknown): NoPicture {
  if (error instanceof LaneFullError) return 'busy'
  if (!(error instanceof OutboundError)) return 'missing'
  const isGone = error.code === 'STATUS' && (error.status ?? 0) < 500 && error.status !== 429
  return isGone || lasting.has(error.code) ? 'missing' : 'failed'
}
