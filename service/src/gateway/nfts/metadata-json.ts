/** Metadata of an NFT (the "metadata JSON schema" of ERC-721 and ERC-1155, with the names added by marketplaces). */
import { walk } from '@airlock/protocol/walk.ts'
import * as z from 'zod/mini'
import { jsonIn } from '../../json.ts'
import { cleanText, nameLength } from '../networks/text.ts'

export const maxMetadataBytes = 256 * 1024
const maxWalk = { depth: 16, nodes: 20_000, size: 2 * maxMetadataBytes }
const descriptionLength = 1_000

export type NftMetadata = {
  /** Cleaned and bounded; may be empty. */
  readonly name: string
  readonly description: string
  /** Source of the picture, for the guarded fetch. */
  readonly image: string | undefined
}

const Json = z.record(z.string(), z.unknown())
const Text = z.union([z.string(), z.number()])

/** @returns `undefined` if it is not a JSON object, or too deep */
export function readMetadata(bytes: Buffer): NftMetadata | undefined {
  if (bytes.byteLength > maxMetadataBytes) return undefined
  const parsed = jsonIn(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  if (walk(parsed, maxWalk) !== 'ok') return undefined
  const json = Json.safeParse(parsed)
  if (!json.success) return undefined
  const textOf = (key: string, max: number): string => {
    const text = Text.safeParse(Object.hasOwn(json.data, key) ? json.data[key] : undefined)
    // Treat a line break as a space.
    return text.success ? cleanText(String(text.data).replace(/\s+/g, ' '), max) : ''
  }
  return {
    name: textOf('name', nameLength) || textOf('title', nameLength),
    description: textOf('description', descriptionLength),
    image: pictureOf(json.data),
  }
}

const pictures = ['image', 'image_url', 'imageUrl', 'image_data', 'animation_url'] as const
const still = /\.(png|jpe?g|gif|webp|svg)$|^data:image\//i

function pictureOf(json: z.infer<typeof Json>): string | undefined {
  for (const key of pictures) {
    const value = Object.hasOwn(json, key) ? json[key] : undefined
    if (typeof value !== 'string') continue
    const source = toSource(value.trim())
    // An animation is used only if it is a picture.
    if (source && (key !== 'animation_url' || still.test(source.split(/[?#]/)[0] ?? ''))) return source
  }
  return undefined
}

const schemes = /^(https?|data|ipfs|ipns|ar):/i
const bareCid = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{56})(\/|$)/

/** Turns the forms found in contracts and metadata into an address for the guarded fetch. */
export function toSource(text: string): string | undefined {
  if (text.startsWith('<svg')) return `data:image/svg+xml,${encodeURIComponent(text)}`
  if (bareCid.test(text)) return `ipfs://${text}`
  return schemes.test(text) ? text : undefined
}
