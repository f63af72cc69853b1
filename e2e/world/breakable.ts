/**
 * A role of the wallet service that can end at a request, like a crashing process: before it reads the request, or
 * after it has handled it and before it answers. All connections are cut, and nothing answers until it is started again
 * on the same database.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Listener } from '@airlock/service/listen.ts'
import type { Role } from '@airlock/service/wallet/role.ts'

export type Break = 'before' | 'after'
/** Called before each request. */
export type BreakAt = (request: { readonly method: string; readonly path: string }) => Break | undefined

export type Breakable = {
  readonly listener: Listener
  readonly breakAt: (at: BreakAt | undefined) => void
  /** Starts it again if it has ended, and stops breaking it. */
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

/**
 * Drops a successful answer and ends the role. A refusal is sent, because then nothing was done and the request will be
 * repeated.
 */
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
