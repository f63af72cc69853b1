/**
 * Picture addresses on the gateway. Only the gateway can create them: the image route fetches only sources that the gateway chose, so it is
 * not an open proxy.
 */
import { timingSafeEqual } from 'node:crypto'
import { imagePath } from '@airlock/protocol/gateway/endpoints.ts'
import type { Lookup } from '../../crypto/lookup.ts'

/** Path of a picture on the gateway; empty if there is none or its address is too long. */
export type ImageLink = (source: string | undefined) => string

export type ImageLinks = {
  readonly link: ImageLink
  /** The source in an address made by `link`, by any process with the same key. */
  readonly read: (grant: string, encoded: string) => string | undefined
}

/** Long enough for a `data:` picture. */
const maxSource = 3_000
/** Characters of a grant: 132 bits. */
const grantLength = 22

export function createImageLinks(lookup: Lookup): ImageLinks {
  const grantOf = (encoded: string) => lookup('image', encoded).slice(0, grantLength)
  return {
    link(source) {
      if (!source || source.length > maxSource) return ''
      const encoded = Buffer.from(source, 'utf8').toString('base64url')
      return imagePath.replace(':grant', grantOf(encoded)).replace(':source', encoded)
    },
    read(grant, encoded) {
      const given = Buffer.from(grant)
      const expected = Buffer.from(grantOf(encoded))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return Buffer.from(encoded, 'base64url').toString('utf8')
    },
  }
}
