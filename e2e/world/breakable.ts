/**
 * A role of the wallet service that ends at a request, as a process that dies does: unread, or once it has done what was asked and before
 * anybody hears. Every connection is cut, and nobody answers until it is started again, on the same database.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Listener } from '@airlock/service/listen.ts'
import type { Role } from '@airlock/service/wallet/role.ts'

export type Break = 'before' | 'after'
/** Asked before each request. */
export type BreakAt = (request: { readonly method: string; readonly path: string }) => Break | undefined

export type Breakable = {
  readonly listener: Listener
  readonly breakAt: (at: BreakAt | undefined) => void
  /** Starts it where it has ended, and breaks it no more. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function breakable(start: () => Promise<Role>): Promise<Breakable> {
  let role: Role | undefined = await start()
  let ended: Promise<void> = Promise.resolve()
  let breakAt: BreakAt | undefined
  const answering = new Set<IncomingMessage>()

  const end = () => {
    const dying = role
    role = undefined
    for (const request of answering) request.socket.destroy()
    if (dying) ended = dying.close()
  }
  const listener: Listener = (request, response) => {
    if (!role) return request.socket.destroy()
    answering.add(request)
    response.once('close', () => answering.delete(request))
    const path = request.url?.split('?')[0] ?? '/'
    const found = breakAt?.({ method: request.method ?? 'GET', path })
    if (found === 'before') return end()
    if (found === 'after') endInsteadOfAnswering(response, end)
    return role.listener(request, response)
  }
  return {
    listener,
    breakAt(at) {
      breakAt = at
    },
    async restart() {
      breakAt = undefined
      await ended
      role ??= await start()
    },
    async close() {
      end()
      await ended
    },
  }
}

/** Nothing of the answer leaves. A refusal does: what was asked has not been done then, and is asked again. */
function endInsteadOfAnswering(response: ServerResponse, end: () => void): void {
  const plain = { write: response.write, end: response.end }
  const isRefusal = () => response.statusCode >= 400
  response.write = (...given: unknown[]) => !isRefusal() || Boolean(Reflect.apply(plain.write, response, given))
  response.end = (...given: unknown[]) => {
    if (isRefusal()) Reflect.apply(plain.end, response, given)
    else end()
    return response
  }
}
