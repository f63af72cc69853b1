/**
 * Decodes an untrusted picture and re-encodes it: small, not animated, without metadata, never as SVG. The format is detected from the
 * bytes, not from the server's claim. The SVG decoder loads no files and no addresses.
 */
import type { ImageWidth } from '@airlock/protocol/gateway/endpoints.ts'
import sharp from 'sharp'

/** Pixels of the decoded picture. The header of a larger one is refused before its pixels are unpacked. */
const maxPixels = 40_000_000
/** Resolution at which SVG is rendered, in dots per inch; 72 is its own size. */
const svgDensity = { own: 72, least: 1, most: 20_000 } as const

// Web formats with widely tested decoders; the library has many more.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((format) => `VipsForeignLoad${format}`),
})
// Pictures are small: decoding several in parallel is faster than one with several threads.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Takes as long as the decoder needs: whoever decodes untrusted pictures does it in a process that can be ended (`decoder.ts`).
 * @param isSvg whether an SVG is drawn; others are drawn in any case
 * @returns WebP.
 * @throws {Error} when it is not a picture, too large, or nothing can be seen on it
 */
export async function drawPicture(
  bytes: Uint8Array,
  width: ImageWidth,
  { isSvg = true } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  // SVG may be compressed, and its decoder would unpack without a limit.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new Error('The picture is compressed')
  const input = { limitInputPixels: maxPixels, failOn: 'error', animated: false } as const
  const {
    format,
    width: ownWidth,
    height: ownHeight,
  } = await sharp(bytes, {
    ...input,
    // Only the header is read. For SVG, the size read here is not the rendered one.
    limitInputPixels: false,
  }).metadata()
  if (format === 'svg' && !isSvg) throw new Error('The picture is an SVG and looks like another one')
  const factor = width / Math.max(ownWidth, ownHeight)
  const density = Math.min(svgDensity.most, Math.max(svgDensity.least, svgDensity.own * factor))
  const drawn = await sharp(bytes, format === 'svg' ? { ...input, density } : input)
    .autoOrient()
    .resize(width, width, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 3 })
    .toBuffer()
  if (await isEmpty(drawn)) throw new Error('The picture is empty')
  return new Uint8Array(drawn)
}

/** Whether every pixel is transparent, as of an SVG that only shows what it refers to. */
async function isEmpty(drawn: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(drawn).stats()
  return channels[3]?.max === 0
}
