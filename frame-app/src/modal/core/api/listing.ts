/**
 * Reads the wallet listing: our service, or the hosted one that defined these paths and parameters. Answers are bounded,
 * parsed entry by entry and cached (`queries.ts`). Pictures become blobs, which the modal's policy allows in `<img>`.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { walk } from '@airlock/protocol/walk.ts'
import * as z from 'zod/mini'
import { getBounded } from '../../../shared/http/bounded.ts'
import { type ListedWallet, readListedWallet } from './listed-wallet.ts'

export interface ListingService {
  readonly base: string
  readonly projectId: string
  readonly sdkVersion: string
}

export interface WalletsQuery {
  readonly page: number
  readonly entries: number
  readonly chains?: readonly string[]
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly search?: string
  readonly badge_type?: 'certified' | undefined
}

export interface WalletsPage {
  readonly wallets: readonly ListedWallet[]
  /** The total number, as the listing reports it. */
  readonly count: number
}

const listTimeoutMs = 10_000
/** A page of a hundred entries of the hosted listing, each with all its chains, is a quarter of this size. */
const maxListBytes = 2 * 1024 * 1024
const maxWalk = { depth: 8, nodes: 100_000, size: 2 * maxListBytes }
/** Time limit of a picture, after which a monogram replaces it (specification §9). */
const imageTimeoutMs = 2_000
export const maxImageBytes = 256 * 1024
/** Smaller than for other types, because an SVG has to be parsed and rendered. */
export const maxSvgBytes = 64 * 1024
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml'])

/** Upper limit for the listing's `count`; no user scrolls through more pages. */
const maxCount = 10_000

const Answer = z.object({ count: z.catch(z.int(), 0), data: z.array(z.unknown()).check(z.maxLength(200)) })

/** @throws AirlockError NETWORK, ABORTED. */
export async function fetchWallets(
  service: ListingService,
  query: WalletsQuery,
  signal: AbortSignal,
): Promise<WalletsPage> {
  const { bytes } = await getBounded(addressOf(service, 'getWallets', { ...query }), {
    signal,
    timeoutMs: listTimeoutMs,
    maxBytes: maxListBytes,
  })
  const answer = parseAnswer(bytes, Answer, maxWalk)
  const seen = new Set<string>()
  const wallets = answer.data.flatMap((entry) => {
    const wallet = readListedWallet(entry)
    if (!wallet || seen.has(wallet.id)) return []
    seen.add(wallet.id)
    return [wallet]
  })
  // At most the requested number: an oversized page would push other entries out of sight.
  return { wallets: wallets.slice(0, query.entries), count: Math.min(maxCount, Math.max(answer.count, 0)) }
}

/** @throws AirlockError NETWORK */
export function parseAnswer<T>(bytes: Uint8Array, schema: z.ZodMiniType<T>, most: Parameters<typeof walk>[1]): T {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (walk(parsed, most) !== 'ok') throw new Error('answer refused')
    return z.parse(schema, parsed)
  } catch (cause) {
    throw new AirlockError('NETWORK', { cause })
  }
}

const imagePaths = {
  wallet: 'getWalletImage',
  asset: 'public/getAssetImage',
} as const
export type ImageKind = keyof typeof imagePaths

/** @throws AirlockError NETWORK, also if the answer is not an image of an accepted type and size; ABORTED. */
export async function fetchImage(
  service: ListingService,
  kind: ImageKind,
  id: string,
  signal: AbortSignal,
): Promise<Blob> {
  const { bytes, type } = await getBounded(addressOf(service, `${imagePaths[kind]}/${encodeURIComponent(id)}`, {}), {
    signal,
    timeoutMs: imageTimeoutMs,
    maxBytes: maxImageBytes,
  })
  const isShown = imageTypes.has(type) && bytes.length > 0 && (type !== 'image/svg+xml' || bytes.length <= maxSvgBytes)
  if (!isShown) throw new AirlockError('NETWORK', { message: `no picture: ${type.slice(0, 40)}` })
  return new Blob([bytes], { type })
}

/** Empty values are omitted and lists joined by commas, as the hosted services require. */
export function addressOf(
  { base, projectId, sdkVersion }: ListingService,
  path: string,
  query: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`)
  const all = { projectId, st: 'appkit', sv: sdkVersion, ...query }
  for (const [key, value] of Object.entries(all)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '') url.searchParams.set(key, text)
  }
  return url.href
}
