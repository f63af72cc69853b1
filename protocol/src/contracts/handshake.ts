/** Schemas of the three handshake messages. Allowed senders and next steps: `../handshake.ts`. */
import * as z from 'zod/mini'

const Nonce = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
const Version = z.int().check(z.minimum(1), z.maximum(1_000_000))
const LinkName = z.enum(['host', 'wallet'])
export type LinkName = z.infer<typeof LinkName>

export const Hello = z.strictObject({
  type: z.literal('HELLO'),
  link: LinkName,
  nonce: Nonce,
  versions: z.strictObject({ min: Version, max: Version }),
  buildId: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  /** Permissions-Policy features that are in effect in the frame. */
  features: z.array(z.string().check(z.regex(/^[a-z-]{1,64}$/))).check(z.maxLength(16)),
  storage: z.enum(['local', 'memory']),
})
export type Hello = z.infer<typeof Hello>

/**
 * A press in the frame, which the frame posts to its parent's window while it handles the press. WebKit lets the parent open a window for the
 * frame only then. It has no content and opens nothing by itself.
 */
export const press = null

export const Policy = z.strictObject({
  /** URL schemes besides https that the host will open for the frame. */
  schemes: z.array(z.string().check(z.regex(/^[a-z][a-z0-9+.-]{1,31}$/))).check(z.maxLength(200)),
})
export type Policy = z.infer<typeof Policy>

export const Init = z.strictObject({
  type: z.literal('INIT'),
  link: LinkName,
  nonce: Nonce,
  hostNonce: Nonce,
  version: Version,
  epoch: z.int().check(z.positive()),
  policy: Policy,
})
export type Init = z.infer<typeof Init>

export const Ready = z.strictObject({
  epoch: z.int().check(z.positive()),
  type: z.literal('READY'),
  payload: z.strictObject({ nonce: Nonce }),
})
export type Ready = z.infer<typeof Ready>
