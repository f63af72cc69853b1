/** The swap endpoints over HTTP. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { requireProject } from '../http/access.ts'
import type { GatewayServer, GatewayServerOptions } from '../http/serve.ts'
import { GatewayRefusal } from '../refusal.ts'
import type { Convert } from './convert.ts'
import { swapRefusals } from './refusals.ts'

/** Units charged to the budget. A quote reads dozens of values in one or two calls. */
const units = { quote: 20, look: 2, build: 25 } as const
/** Enough for a slow node, or a token that is slow to simulate. */
const timeoutMs = 15_000

export function serveConvert(server: GatewayServer, convert: Convert, options: GatewayServerOptions): void {
  server.get(endpoints.quotes, { units: units.quote }, ({ query, signal }) =>
    inTime(signal, (within) => convert.quotes({ ...query, signal: within })),
  )
  server.get(endpoints.swapTokens, { units: units.look }, async ({ query }) => convert.tokens(query))
  server.get(endpoints.allowance, { units: units.look }, ({ query, signal }) =>
    inTime(signal, (within) => convert.allowance({ ...query, signal: within })),
  )
  server.get(endpoints.gasPrice, { units: units.look }, ({ query, signal }) =>
    inTime(signal, (within) => convert.gasPrice({ ...query, signal: within })),
  )
  server.get(endpoints.buildApproval, { units: units.look }, ({ query, signal }) =>
    inTime(signal, (within) => convert.buildApproval({ ...query, signal: within })),
  )
  server.post(endpoints.buildSwap, async (request, c, signal) => {
    const projectId = requireProject(c, options, request.projectId)
    await options.spend({ projectId, address: options.addressOf(c) }, units.build, options.now())
    return inTime(signal, (within) => convert.buildSwap({ ...request, signal: within }))
  })
}

/** @throws {GatewayRefusal} 503 on timeout */
async function inTime<T>(signal: AbortSignal, work: (within: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await work(AbortSignal.any([signal, timeout]))
  } catch (error) {
    throw timeout.aborted && !(error instanceof GatewayRefusal) ? swapRefusals.down() : error
  }
}
