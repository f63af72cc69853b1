/** Pictures over HTTP. An `img` sends no origin, so only the grant in the address is checked; see `link.ts`. */
import { type ImageWidth, imagePath, imageWidths } from '@airlock/protocol/gateway/endpoints.ts'
import { useUp } from '../budget.ts'
import type { GatewayServer, GatewayServerOptions } from '../http/serve.ts'
import { refusals } from '../refusal.ts'
import type { ImageLinks } from './link.ts'
import type { Pictures } from './pictures.ts'

export type Images = { readonly links: ImageLinks; readonly pictures: Pictures }

const defaultWidth = 128
/** Milliseconds of rendering per unit of the budget, so that callers pay for the work they cause. */
const msPerUnit = 10
const day = 24 * 60 * 60

export function serveImages(
  server: GatewayServer,
  { links, pictures }: Images,
  { spend, addressOf, now }: Pick<GatewayServerOptions, 'spend' | 'addressOf' | 'now'>,
): void {
  server.raw('GET', imagePath, async (c) => {
    const caller = { projectId: undefined, address: addressOf(c) }
    await spend(caller, 1, now())
    const source = links.read(c.req.param('grant') ?? '', c.req.param('source') ?? '')
    if (source === undefined) throw refusals.notFound()
    let drawnMs = 0
    const picture = await pictures.read(source, readWidth(c.req.query('width')), (ms) => {
      drawnMs = ms
    })
    // The work is done. If the budget is used up, the next request is refused.
    await useUp(Math.floor(drawnMs / msPerUnit), (units) => spend(caller, units, now()))
    if (picture === 'busy') throw refusals.unavailable()
    if (picture === 'missing') throw refusals.notFound()
    if (picture === 'failed') throw refusals.noPicture()
    return {
      body: picture.webp,
      contentType: 'image/webp',
      etag: picture.etag,
      maxAge: isFixed(source) ? 30 * day : day,
    }
  })
}

/** @throws {GatewayRefusal} 400 */
function readWidth(text: string | undefined): ImageWidth {
  const width = text === undefined ? defaultWidth : imageWidths.find((one) => String(one) === text)
  if (width === undefined) throw refusals.badQuery('width')
  return width
}

/** Content-addressed: the same address always has the same content. */
const isFixed = (source: string): boolean => /^(data|ipfs|ar):/i.test(source)
