/**
 * Opens the ports of an installation. Roles that share a port are chosen by the Host header, exactly; any other host is
 * refused. Every port answers `GET /health` with the state of all roles.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RoleName } from '../config/file.ts'
import { type Listener, type Listening, listenOn, listenOnLoopback } from '../listen.ts'
import type { Log } from '../wallet/http/log.ts'

/** A role, ready to be served. */
export type Part = {
  readonly name: RoleName
  /** Public origin. */
  readonly url: string
  readonly port: number
  readonly listener: Listener
  /** Rejects while the role is not ready. */
  readonly ready: () => Promise<void>
  /** Served on a loopback port of its own, for the operator. */
  readonly metrics?: { readonly port: number; readonly listener: Listener } | undefined
  /** First step of a shutdown: long polls answer. */
  readonly drain: () => void
  readonly close: () => Promise<void>
}

export type Serving = {
  readonly ports: Readonly<Partial<Record<RoleName, number>>>
  /** Open requests get ten seconds, then the roles end. */
  readonly stop: () => Promise<void>
}

export type ServeOptions = {
  /** `undefined`: loopback. */
  readonly address: string | undefined
  readonly log: Log
}

const graceMs = 10_000

/** Ends the parts if a port cannot be opened. @throws {PortTakenError} */
export async function serve(parts: readonly Part[], { address, log }: ServeOptions): Promise<Serving> {
  const open: Listening[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    for (const part of parts) part.drain()
    await Promise.all(open.map((server) => server.close({ graceMs })))
    await Promise.all(parts.map((part) => part.close()))
    log({ event: 'stopped', roles: parts.map(({ name }) => name) })
  }
  const ports: Partial<Record<RoleName, number>> = {}
  try {
    for (const group of byPort(parts)) {
      const { port } = keep(await listenOn(address, withHealth(chooseByHost(group)), group[0]?.port ?? 0))
      for (const { name } of group) ports[name] = port
      log({ event: 'started', roles: group.map(({ name }) => name), port })
    }
    for (const { metrics } of parts) if (metrics) keep(await listenOnLoopback(metrics.listener, metrics.port))
  } catch (error) {
    await stop()
    throw error
  }
  return { ports, stop }

  function keep(server: Listening): Listening {
    open.push(server)
    return server
  }

  function withHealth(listener: Listener): Listener {
    return (request, response) =>
      request.url === '/health' && (request.method === 'GET' || request.method === 'HEAD')
        ? void answerHealth(response)
        : listener(request, response)
  }

  async function answerHealth(response: ServerResponse): Promise<void> {
    const states = await Promise.all(
      parts.map(async ({ name, ready }) => [name, await ready().then(isUp, isDown)] as const),
    )
    const isHealthy = !isStopping && states.every(([, state]) => state === 'up')
    const status = isStopping ? 'stopping' : isHealthy ? 'up' : 'down'
    response.writeHead(isHealthy ? 200 : 503, { ...headers, 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ status, roles: Object.fromEntries(states) }))
  }
}

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const

const isUp = () => 'up' as const
const isDown = () => 'down' as const

/** With port 0, each role gets a free one. */
function byPort(parts: readonly Part[]): readonly (readonly Part[])[] {
  const groups = new Map<string, Part[]>()
  for (const part of parts) {
    const key = part.port === 0 ? part.name : String(part.port)
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return [...groups.values()]
}

function chooseByHost(group: readonly Part[]): Listener {
  const [first, ...others] = group
  // A separate port identifies the role, even if the proxy changes the host.
  if (first && others.length === 0) return first.listener
  const byHost = new Map(group.map(({ url, listener }) => [new URL(url).host, listener]))
  return (request, response) => {
    const listener = byHost.get(hostOf(request))
    if (listener) return listener(request, response)
    response.writeHead(421, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
    response.end('No role of this installation has this host')
  }
}

const hostOf = ({ headers }: IncomingMessage): string => (headers.host ?? '').toLowerCase()
