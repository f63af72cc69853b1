/** Pictures named in the gateway's answers. The gateway may be hostile (T17), and a picture on another site would reveal the user to it. */
import { imageWidths } from '@airlock/protocol/gateway/endpoints.ts'

/** The gateway's image route, and nothing that a URL parser would read differently. */
const imagePath = /^\/(v1\/image\/[\w-]{1,64}\/[\w-]{1,4096})$/

/**
 * @param path as in the answer
 * @param side in CSS pixels; the picture is twice as large, for dense screens
 * @returns an address on the gateway, or `undefined` for everything else
 */
export function gatewayImage(
  path: string | null | undefined,
  { base, side }: { readonly base: string | undefined; readonly side: number },
): string | undefined {
  const own = imagePath.exec(path ?? '')?.[1]
  if (own === undefined || base === undefined) return undefined
  const url = new URL(own, base.endsWith('/') ? base : `${base}/`)
  url.searchParams.set('width', String(imageWidths.find((width) => width >= 2 * side) ?? imageWidths.at(-1)))
  return url.href
}
