/** Pictures that an answer of the gateway names. The gateway may be hostile (T17), and other sites would learn who is looking. */
import { imageWidths } from '@airlock/protocol/gateway/endpoints.ts'

/** The gateway's image route, and nothing that a URL parser would read in another way. */
const imagePath = /^\/(v1\/image\/[\w-]{1,64}\/[\w-]{1,4096})$/

/**
 * @param path as an answer has it
 * @param side pixels of the layout; the picture is twice as large, for dense screens
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
