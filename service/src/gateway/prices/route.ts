/** Prices over HTTP. The body names the project, as in the hosted API. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { GatewayServer } from '../http/serve.ts'
import type { Fungibles } from './fungibles.ts'

/** Units charged to the budget, the same as for a list of balances. */
const units = 10

export function servePrices(server: GatewayServer, fungibles: Fungibles): void {
  server.post(endpoints.prices, async ({ projectId, addresses, currency }, c, signal) => {
    await server.charge(c, units, { projectId })
    return fungibles.read({ addresses, currency, signal })
  })
}
