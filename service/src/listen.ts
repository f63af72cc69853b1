/**
 * Listens on loopback, with one port for IPv4 and IPv6, because `*.localhost` may resolve to either; or on one address, for
 * a proxy on another machine or in another container.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The result is ignored: a listener answers through the response and handles its own failures. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Takes over an upgraded connection (WebSocket). The listener must end the socket. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown

export type Listening = {
  readonly port: number
  /** `graceMs`: time for open requests to finish. Without it they are cut off. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

/** A port that is free for IPv4 may be taken for IPv6. With port 0, retry with another port. */
const maxAttempts = 8

/** @throws {PortTakenError} when the given port is in use. */
export async function listenOnLoopback(
  listener: Listener,
  port: number,
  onUpgrade?: UpgradeListener,
): Promise<Listening> {
  for (let attempt = 1; ; attempt += 1) {
    const four = await bind(listener, '127.0.0.1', port)
    const chosen = portOf(four)
    try {
      const six = await bind(listener, '::1', chosen).catch(absentFamily)
      if (onUpgrade) for (const server of [four, six]) server?.on('upgrade', onUpgrade)
      return {
        port: chosen,
        async close({ graceMs = 0 } = {}) {
          await Promise.all([close(four, graceMs), six && close(six, graceMs)])
        },
      }
    } catch (error) {
      await close(four)
      if (port !== 0 || attempt === maxAttempts || !(error instanceof PortTakenError)) throw error
    }
  }
}

/** @throws {PortTakenError} when the given port is in use. */
export async function listenOn(address: string | undefined, listener: Listener, port: number): Promise<Listening> {
  if (address === undefined) return listenOnLoopback(listener, port)
  const server = await bind(listener, address, port)
  return { port: portOf(server), close: ({ graceMs = 0 } = {}) => close(server, graceMs) }
}

/** A missing IPv6 stack is not an error; anything else is. */
function absentFamily(error: unknown): undefined {
  if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'EAFNOSUPPORT') return
  throw error
}

function bind(listener: Listener, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(listener)
    server.once('error', (error) => {
      reject(codeOf(error) === 'EADDRINUSE' ? new PortTakenError(host, port) : error)
    })
    server.listen({ host, port, ipv6Only: host === '::1' }, () => resolve(server))
  })
}

/** Closes keep-alive connections too; `close` would otherwise wait for their timeout. */
function close(server: Server, graceMs = 0): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    // A client that keeps its connection busy would otherwise hold the end up for all of the time.
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.setHeader('Connection', 'close')
    })
    if (graceMs === 0) server.closeAllConnections()
    else server.closeIdleConnections()
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

export class PortTakenError extends Error {
  constructor(host: string, port: number) {
    super(`Port ${port} is already in use on ${host}`)
  }
}
