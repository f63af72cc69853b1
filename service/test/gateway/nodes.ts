/** On loopback: nodes with answers set by a test, and a gateway. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '@airlock/service/listen.ts'
import * as z from 'zod'
import { createLookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { createGateway } from '../../src/gateway/role.ts'
import { shop } from '../records.ts'

const Call = z.object({ id: z.number(), method: z.string() })
const Calls = z.union([z.array(Call), Call])

type Behaviour =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export type StandInNode = {
  readonly url: string
  /** Methods of the received calls. */
  readonly asked: () => readonly string[]
  readonly behave: (behaviour: Behaviour) => void
  readonly stop: () => Promise<void>
}

export async function startStandInNode(first: Behaviour): Promise<StandInNode> {
  let behaviour = first
  const asked: string[] = []
  const server = await listenOnLoopback(async (request, response) => {
    const body = Calls.parse(JSON.parse(await text(request)))
    const calls = Array.isArray(body) ? body : [body]
    asked.push(...calls.map(({ method }) => method))
    if (typeof behaviour === 'function') return behaviour(request, response)
    const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, ...(behaviour as object) }))
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  }, 0)
  return {
    url: `http://127.0.0.1:${server.port}/secret-key`,
    asked: () => asked,
    behave: (next) => {
      behaviour = next
    },
    stop: () => server.close(),
  }
}

/** Passes requests on to a node, and notes their methods. */
export const countCalls = (rpcUrl: string, forwarded: string[]) =>
  listenOnLoopback(async (request, response) => {
    const body = await text(request)
    forwarded.push(...[JSON.parse(body)].flat().map(({ method }: { method: string }) => method))
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    response.end(await answer.text())
  }, 0)

type Options = Parameters<typeof createGateway>[0]
export type ServedGateway = Awaited<ReturnType<typeof serveGateway>>

/** A gateway over HTTP for the project `shop`, with its database in this folder. */
export async function serveGateway(
  folder: string,
  options: Partial<Options> & Pick<Options, 'networks'>,
  log: Parameters<typeof createGateway>[1] = { write: () => {} },
) {
  const gateway = await createGateway(
    {
      projects: parseProjects([shop]),
      modalOrigin: undefined,
      store: { place: { file: join(folder, 'gateway.db') }, lookup: createLookup(randomBytes(32)) },
      limits: {},
      proxies: 0,
      ...options,
    },
    log,
  )
  const server = await listenOnLoopback(gateway.listener, 0)
  return {
    port: server.port,
    ready: () => gateway.ready(),
    async stop() {
      await server.close()
      await gateway.close()
    },
  }
}

/** Stops these one after the other, and removes the folder. */
export async function stopAll(folder: string, ...started: readonly { stop(): Promise<void> }[]): Promise<void> {
  for (const one of started) await one.stop()
  rmSync(folder, { recursive: true })
}
