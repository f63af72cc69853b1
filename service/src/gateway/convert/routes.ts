/** The swap endpoints over HTTP. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { GatewayServer } from '../http/serve.ts'
import { GatewayRefusal } from '../refusal.ts'
import type { Convert } from './convert.ts'
import { swapRefusals } from './refusals.ts'

/** Units charged to the budget. A quote reads dozens of values in one or two calls. */
const units = { quote: 20, look: 2, build: 25 } as const
/** Enough for a slow node, or a token that is slow to simulate. */
const timeoutMs = 15_000

export function serveConvert(server: GatewayServer, convert: Convert): void {
  server.get(endpoints.quotes, { units: units.quote }, inTime(convert.quotes))
  server.get(endpoints.swapTokens, { units: units.look }, async ({ query }) => convert.tokens(query))
  server.get(endpoints.allowance, { units: units.look }, inTime(convert.allowance))
  server.get(endpoints.gasPrice, { units: units.look }, inTime(convert.gasPrice))
  server.get(endpoints.buildApproval, { units: units.look }, inTime(convert.buildApproval))
  server.post(endpoints.buildSwap, async (request, c, signal) => {
    await server.charge(c, units.build, { projectId: request.projectId })
    return inTime(convert.buildSwap)({ query: request, signal })
  })
}

/** @throws {GatewayRefusal} 503 on timeout */
const inTime =
  <Query extends object, Answer>(work: (asked: Query & { readonly signal: AbortSignal }) => Promise<Answer>) =>
  async ({ query, signal }: { readonly query: Query; readonly signal: AbortSignal }): Promise<Answer> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await work({ ...query, signal: AbortSignal.any([signal, timeout]) })
    } catch (error) {
      throw timeout.aborted && !(error instanceof GatewayRefusal) ? swapRefusals.down() : error
    }
  }
