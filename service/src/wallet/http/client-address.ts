import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { readAddress } from '../domain/client.ts'

/** The address added by our outermost proxy, counted from the end; entries before it are set by the client. */
export function clientAddress(c: Context<{ Bindings: Partial<HttpBindings> }>, proxies: number): string {
  const direct = readAddress(c.env.incoming?.socket.remoteAddress ?? '')
  if (proxies === 0) return direct
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const added = forwarded.at(-proxies)
  return added ? readAddress(added) : direct
}
