/** Prices over HTTP. The body names the project, as in the hosted API. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { requireProject } from '../http/access.ts'
import type { GatewayServer, GatewayServerOptions } from '../http/serve.ts'
import type { Fungibles } from './fungibles.ts'

/** Units charged to the budget, the same as for a list of balances. */
const units = 10

export function servePrices(
  server: GatewayServer,
  fungibles: Fungibles,
  options: Pick<GatewayServerOptions, 'projects' | 'modalOrigin' | 'spend' | 'addressOf' | 'now'>,
): void {
  server.post(endpoints.prices, async ({ projectId: given, addresses, currency }, c, signal) => {
    const projectId = requireProject(c, options, given)
    await options.spend({ projectId, address: options.addressOf(c) }, units, options.now())
    return fungibles.read({ addresses, currency, signal })
  })
}
