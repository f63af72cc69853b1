/** Pictures for tests, including hostile ones. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const png = (width: number, height: number, background = 'red'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** Few bytes that decompress to width × height pixels of one bit. */
export function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const line = Buffer.alloc(Math.ceil(width / 8) + 1)
  // The compressed zeros would continue as long as the header says.
  const data = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 2_000) }, () => line)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

export const svg = (content: string, size = 'width="20" height="20"', head = ''): Buffer =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`,
  )

/** A few hundred bytes that hold the decoder for minutes: each filter compares every pixel with a square of thousands. */
export const slow = (width = 512): string =>
  `<filter id="f">${'<feMorphology operator="dilate" radius="90"/>'.repeat(8)}</filter><rect width="${width}" height="${width}" filter="url(#f)"/>`

export const slowSvg = (): Buffer => svg(slow(), 'width="512" height="512"')
/** The same, but no `<svg` where one looks for it. */
export const slowSvgInDisguise: Readonly<Record<string, () => Buffer>> = {
  'an element with a prefix': () =>
    Buffer.from(
      `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="512" height="512">${slow().replaceAll(/<(\/?)(?=\w)/g, '<$1svg:')}</svg:svg>`,
    ),
  'a late element': () => svg(slow(), 'width="512" height="512"', `<!-- <svg-${'x'.repeat(5_000)} -->`),
  'elements in elements': () => {
    const groups = Array.from(
      { length: 12 },
      (_, index) => `<g id="g${index + 1}">${`<use xlink:href="#g${index}"/>`.repeat(10)}</g>`,
    )
    return svg(`<defs>${groups.join('')}<rect id="g0" width="1" height="1"/></defs><use xlink:href="#g12"/>`)
  },
  'capitals in a comment': () => svg(slow(), 'width="512" height="512"', '<!-- <SVG> -->'),
}
