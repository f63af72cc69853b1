/**
 * Pictures by source: fetched, re-encoded and cached in memory. Concurrent requests share one fetch, and a failed one is not retried for a
 * while.
 */
import { createHash } from 'node:crypto'
import type { ImageWidth } from '@airlock/protocol/gateway/endpoints.ts'
import { LRUCache } from 'lru-cache'
import { createLane, LaneFullError } from '../../lane.ts'
import { type OutboundCode, OutboundError } from '../outbound/error.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import type { Decode } from './decoder.ts'

export type Picture = {
  readonly webp: Uint8Array<ArrayBuffer>
  readonly etag: string
}

/** `missing`: there is no such picture. `failed`: it cannot be shown now. `busy`: too many requests. */
export type NoPicture = 'missing' | 'failed' | 'busy'

export type Pictures = {
  /** @param onTime called with the milliseconds that the decoder was busy for this caller, also if it failed */
  readonly read: (source: string, width: ImageWidth, onTime?: (ms: number) => void) => Promise<Picture | NoPicture>
}

/** Resolves a source that refers to another one, such as the picture of an NFT. `undefined`: there is none. */
export type FindSource = (source: string) => Promise<string | undefined>

const maxBytes = 8 * 1024 * 1024
const keptBytes = 64 * 1024 * 1024
const kept = { missing: 10 * 60_000, failed: 60_000 } as const
const keptFailures = 20_000
const day = 24 * 60 * 60_000

/** The decoder is native code, which other roles of the service do not need: it is loaded with the first picture. */
const startDecoder = async (): Promise<Decode> => (await import('./decoder.ts')).createDecoder()

/** @param isOwn whether a source is a picture of ours, which does not wait behind hostile SVG */
export function createPictures(
  fetch: GuardedFetch,
  findSource: FindSource = async (source) => source,
  isOwn: (source: string) => boolean = () => false,
  start: () => Promise<Decode> = startDecoder,
): Pictures {
  const drawn = new LRUCache<string, Picture>({
    maxSize: keptBytes,
    sizeCalculation: ({ webp }) => webp.byteLength + 512,
    ttl: day,
  })
  const failures = new LRUCache<string, NoPicture>({ max: keptFailures })
  const flying = new Map<string, Promise<Picture | NoPicture>>()
  const fetching = createLane({ atOnce: 24, waiting: 500 })
  // Rendering hostile SVG may take seconds; it must not block the others.
  const drawing = createDrawing({ atOnce: 2, waiting: 200 }, start)
  const drawingSvg = createDrawing({ atOnce: 1, waiting: 50 }, start)

  return {
    async read(source, width, onTime = () => {}) {
      const id = createHash('sha256').update(source).digest('base64url')
      const failed = failures.get(id)
      if (failed) return failed
      const key = `${id} ${width}`
      const known = drawn.get(key)
      if (known) return known
      const running = flying.get(key)
      if (running) return running
      const flight = make(source, width, onTime)
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

  async function make(source: string, width: ImageWidth, onTime: (ms: number) => void): Promise<Picture> {
    const bytes = await fetching(async () => {
      const found = await findSource(source)
      if (found === undefined) throw new OutboundError('STATUS', { status: 404 })
      return (await fetch(found, { maxBytes, accept: 'image/webp,image/png,image/jpeg,image/gif,image/svg+xml' })).bytes
    })
    const isSvg = !isRaster(bytes)
    const webp = await (isSvg && !isOwn(source) ? drawingSvg : drawing)({ bytes, width, isSvg }, onTime)
    const etag = createHash('sha256').update(webp).digest('base64url').slice(0, 27)
    return { webp, etag: `"${etag}"` }
  }
}

/** A lane with a decoder for each job that runs at once. */
function createDrawing(size: Parameters<typeof createLane>[0], start: () => Promise<Decode>): Decode {
  const lane = createLane(size)
  const free: Decode[] = []
  return (job, onTime) =>
    lane(async () => {
      const decode = free.pop() ?? (await start())
      return decode(job, onTime).finally(() => free.push(decode))
    })
}

/** How PNG, JPEG, GIF and WebP begin, in hex. Anything else may be an SVG to the decoder, wherever its element stands. */
const rasters = [/^89504e470d0a1a0a/, /^ffd8ff/, /^47494638(37|39)61/, /^52494646.{8}57454250/] as const
function isRaster(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('hex')
  return rasters.some((form) => form.test(start))
}

/** Failures that a retry is unlikely to fix. */
const lasting: ReadonlySet<OutboundCode> = new Set(['REFUSED', 'TOO_LARGE', 'REDIRECTS', 'ENCODED'])

function reasonOf(error: unknown): NoPicture {
  if (error instanceof LaneFullError) return 'busy'
  if (!(error instanceof OutboundError)) return 'missing'
  const isGone = error.code === 'STATUS' && (error.status ?? 0) < 500 && error.status !== 429
  return isGone || lasting.has(error.code) ? 'missing' : 'failed'
}
