/** Decodes hostile and unusual pictures with the real decoder. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPicture } from '../../../src/gateway/images/draw.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import { bomb, png, svg } from './samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-draw-'))
const red = join(folder, 'red.png')
let server: Listening
let hits = 0

beforeAll(async () => {
  server = await listenOnLoopback((_, response) => {
    hits += 1
    response.end('x')
  }, 0)
  writeFileSync(red, await png(10, 10))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const describePicture = async (webp: Uint8Array) => {
  const { format, width, height, exif, pages } = await sharp(webp).metadata()
  return { format, size: [width, height], exif, pages }
}
/** Mean of red, green, blue, and of the alpha channel if there is one. */
const meansOf = async (webp: Uint8Array) => (await sharp(webp).stats()).channels.map(({ mean }) => Math.round(mean))

describe('a picture', () => {
  test('becomes WebP of the asked size, in its own proportions', async () => {
    const drawn = await drawPicture(await png(1_000, 500), 128)
    expect(await describePicture(drawn)).toMatchObject({ format: 'webp', size: [128, 64] })
    expect((await meansOf(drawn))[0]).toBeGreaterThan(250)
  })

  test('stays small if it is small', async () => {
    expect(await describePicture(await drawPicture(await png(10, 10), 128))).toMatchObject({ size: [10, 10] })
  })

  test('loses its metadata, and is rotated by its orientation tag', async () => {
    const taken = await sharp(await png(40, 20))
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await describePicture(await drawPicture(taken, 64))).toMatchObject({ size: [20, 40], exif: undefined })
  })

  test('becomes a still if it is animated', async () => {
    const frames = await Promise.all(['red', 'blue'].map((colour) => png(20, 20, colour)))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const drawn = await drawPicture(moving, 64)
    expect((await describePicture(drawn)).pages).toBeUndefined()
    expect((await meansOf(drawn))[0]).toBeGreaterThan(200)
  })

  test('is drawn sharp from an SVG of any size', async () => {
    const drawn = await drawPicture(
      svg('<rect width="1" height="1" fill="red"/>', 'viewBox="0 0 1 1" width="1" height="1"'),
      256,
    )
    expect(await describePicture(drawn)).toMatchObject({ format: 'webp', size: [256, 256] })
  })
})

test('SVG may declare a large size', async () => {
  const drawn = await drawPicture(
    svg('<rect width="9000" height="9000" fill="red"/>', 'width="9000" height="9000"'),
    64,
  )
  expect(await describePicture(drawn)).toMatchObject({ size: [64, 64] })
})

describe('SVG loads nothing [C126]', () => {
  const at = (path: string) => `http://127.0.0.1:${server.port}${path}`

  test.each<[string, () => Buffer]>([
    ['a picture of a server', () => svg(`<image href="${at('/a.png')}" width="20" height="20"/>`)],
    ['a picture of a server, the old way', () => svg(`<image xlink:href="${at('/b.png')}" width="20" height="20"/>`)],
    ['a file', () => svg(`<image href="file://${red}" width="20" height="20"/>`)],
    ['a file by its path', () => svg(`<image href="${red}" width="20" height="20"/>`)],
    ['a file beside it', () => svg('<image href="red.png" width="20" height="20"/>')],
    ['an element of a server', () => svg(`<use href="${at('/c.svg#a')}"/>`)],
    ['a style sheet', () => svg('<g/>', undefined, `<?xml-stylesheet href="${at('/e.css')}"?>`)],
    ['an imported style sheet', () => svg(`<style>@import url(${at('/f.css')});</style>`)],
    [
      'a part of a file',
      () => svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${red}" parse="text"/>`),
    ],
  ])('%s', async (_, make) => {
    // Nothing red, nothing at all.
    await expect(drawPicture(make(), 64)).rejects.toThrow('The picture is empty')
    expect(hits).toBe(0)
  })

  test('a filter of a server', async () => {
    const drawn = await drawPicture(svg(`<rect width="20" height="20" filter="url(${at('/d.svg#a')})"/>`), 64)
    // The rectangle alone, which is black.
    expect((await meansOf(drawn)).every((mean) => mean === 0)).toBe(true)
    expect(hits).toBe(0)
  })

  test.each<[string, () => Buffer]>([
    [
      'an entity of a file',
      () => svg('<text y="10">&x;</text>', undefined, '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    [
      'an entity of a server',
      () => svg('<text y="10">&x;</text>', undefined, `<!DOCTYPE svg [<!ENTITY x SYSTEM "${at('/g')}">]>`),
    ],
    ['entities in entities', () => svg('<text y="10">&a8;</text>', undefined, laughs())],
  ])('%s ends it', async (_, make) => {
    await expect(drawPicture(make(), 64)).rejects.toThrow()
    expect(hits).toBe(0)
  })
})

const laughs = () => {
  const entities = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY a${index} "${`&a${index === 0 ? '' : index - 1};`.repeat(10)}">`,
  )
  return `<!DOCTYPE svg [<!ENTITY a "haha">${entities.join('')}]>`
}

describe('oversized pictures are refused by their header [C127]', () => {
  test.each<[string, () => Buffer]>([
    ['PNG of 50,000 × 50,000', () => bomb(50_000, 50_000)],
    ['PNG of 2 × 30,000,000', () => bomb(2, 30_000_000)],
    ['SVG of 10,000,000 × 10,000,000', () => svg('<g/>', 'width="10000000" height="10000000"')],
    ['SVG that is packed', () => gzipSync(svg('<rect width="20" height="20"/>'))],
    ['SVG that is packed and long', () => gzipSync(svg(`<!--${' '.repeat(50_000_000)}-->`))],
  ])('%s', async (_, make) => {
    const bytes = make()
    const [started, before] = [performance.now(), process.memoryUsage().rss]
    await expect(drawPicture(bytes, 64)).rejects.toThrow(/pixel limit|compressed/)
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })
})

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['nothing', () => Buffer.alloc(0)],
  ['text', () => Buffer.from('hello')],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  [
    'half a picture',
    async () =>
      (
        await sharp({
          create: {
            width: 400,
            height: 400,
            channels: 3,
            background: 'red',
            noise: { type: 'gaussian', mean: 100, sigma: 30 },
          },
        })
          .jpeg()
          .toBuffer()
      ).subarray(0, 2_000),
  ],
  [
    'TIFF',
    async () =>
      sharp(await png(10, 10))
        .tiff()
        .toBuffer(),
  ],
  [
    'AVIF',
    async () =>
      sharp(await png(10, 10))
        .avif()
        .toBuffer(),
  ],
  ['PDF', () => Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')],
])('%s is no picture', async (_, make) => {
  await expect(drawPicture(await make(), 64)).rejects.toThrow()
})

test('any bytes give a small picture or an error', async () => {
  const heads = ['89504e470d0a1a0a', 'ffd8ffe0', '474946383961', '52494646', '3c737667'].map((hex) =>
    Buffer.from(hex, 'hex'),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 600 }), async (head, rest) => {
      const drawn = await drawPicture(Buffer.concat([head, rest]), 64).catch(() => undefined)
      if (drawn) expect((await describePicture(drawn)).format).toBe('webp')
    }),
    { numRuns: 200 },
  )
})
