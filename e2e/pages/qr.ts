/** Decodes a code on the screen like a camera: with two third-party decoders, from the original picture and from distorted ones. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Locator } from '@playwright/test'
import decodeQr from 'qr/decode.js'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/**
 * The blur has a standard deviation of a third of a module, so that modules blend into their neighbours. From half a
 * module on, one decoder finds nothing.
 */
export const distortions = {
  'as it is': { scale: 1, blur: 0, degrees: 0 },
  'at half its size': { scale: 0.5, blur: 0, degrees: 0 },
  blurred: { scale: 1, blur: 1.6, degrees: 0 },
  rotated: { scale: 1, blur: 0, degrees: 17 },
} as const

type Distortion = (typeof distortions)[keyof typeof distortions]
type Picture = { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly width: number; readonly height: number }

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
// By default it fetches its own code from a public host.
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })

/** The result of each decoder, by distortion. */
export async function readCodes(
  context: BrowserContext,
  code: Locator,
  chosen: Readonly<Record<string, Distortion>> = distortions,
): Promise<Record<string, readonly string[]>> {
  const png = (await code.screenshot({ animations: 'disabled' })).toString('base64')
  const page = await context.newPage()
  const read: Record<string, readonly string[]> = {}
  for (const [name, distortion] of Object.entries(chosen)) {
    const { data, width, height } = await page.evaluate(distort, { png, distortion })
    const picture = { data: new Uint8ClampedArray(Buffer.from(data, 'base64')), width, height }
    read[name] = [await withZxing(picture), withQr(picture)]
  }
  await page.close()
  return read
}

async function withZxing({ data, width, height }: Picture): Promise<string> {
  const image = { data, width, height, colorSpace: 'srgb' } as const
  const [found] = await readBarcodes(image, { formats: ['QRCode'] })
  return found?.text ?? 'nothing'
}

function withQr(picture: Picture): string {
  try {
    return decodeQr(picture)
  } catch (error) {
    return error instanceof Error ? error.message : 'nothing'
  }
}

/** Runs in the page: draws the picture on grey, scaled, blurred or rotated. */
async function distort({ png, distortion }: { png: string; distortion: Distortion }) {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const { scale, blur, degrees } = distortion
  const side = Math.ceil(Math.max(image.width, image.height) * scale * 1.3)
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#8a8f99'
  pen.fillRect(0, 0, side, side)
  pen.filter = `blur(${blur}px)`
  pen.translate(side / 2, side / 2)
  pen.rotate((degrees * Math.PI) / 180)
  pen.scale(scale, scale)
  pen.drawImage(image, -image.width / 2, -image.height / 2)
  const { data } = pen.getImageData(0, 0, side, side)
  let bytes = ''
  for (let at = 0; at < data.length; at += 0x8000) bytes += String.fromCharCode(...data.subarray(at, at + 0x8000))
  return { data: btoa(bytes), width: side, height: side }
}
