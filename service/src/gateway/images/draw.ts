/**
 * Decodes a picture that anybody may have made, and writes it anew: small, still, without metadata, and never as SVG. The
 * format is what the bytes are, whatever the server says. The decoder of SVG loads nothing: no file, no address.
 */
import type { ImageWidth } from '@airlock/protocol/gateway/endpoints.ts'
import sharp from 'sharp'

/** Of the decoded picture. A larger one is refused by its head, before its pixels are unpacked. */
const maxPixels = 40_000_000
const seconds = 4
/** Dots per inch, in which SVG is drawn: 72 is its own size. */
const svgDensity = { own: 72, least: 1, most: 20_000 } as const

// Formats of the Web, of which each decoder is widely tested; the library has many more.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})
// Each picture is small: several at once are faster than one on several threads.
sharp.concurrency(1)
sharp.cache(false)

/** @returns WebP. @throws {Error} when it is no picture, or too large */
export async function drawPicture(bytes: Uint8Array, width: ImageWidth): Promise<Uint8Array<ArrayBuffer>> {
  // SVG may be packed, and its decoder would unpack it without end.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new Error('The picture is compressed')
  const input = { limitInputPixels: maxPixels, failOn: 'error', animated: false } as const
  const {
    format,
    width: ownWidth,
    height: ownHeight,
  } = await sharp(bytes, {
    ...input,
    // Only the head is read. The own size of SVG is not the one that is drawn.
    limitInputPixels: false,
  }).metadata()
  const factor = width / Math.max(ownWidth, ownHeight)
  const density = Math.min(svgDensity.most, Math.max(svgDensity.least, svgDensity.own * factor))
  const drawn = await sharp(bytes, format === 'svg' ? { ...input, density } : input)
    .autoOrient()
    .resize(width, width, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds })
    .webp({ quality: 82, effort: 3 })
    .toBuffer()
  return new Uint8Array(drawn)
}
