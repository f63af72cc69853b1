/** The on-ramp over HTTP. The project of a POST is in its query. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { GatewayServer, GatewayServerOptions } from '../http/serve.ts'
import type { Onramp } from './onramp.ts'

/** Units charged to the budget. Creating an address costs the operator a metered call. */
const units = { options: 5, quote: 10, url: 25 } as const

export function serveOnramp(server: GatewayServer, onramp: Onramp, addressOf: GatewayServerOptions['addressOf']): void {
  server.get(endpoints.onrampOptions, { units: units.options }, ({ query }) =>
    onramp.options({ country: query.country, subdivision: query.subdivision }),
  )
  server.post(endpoints.onrampQuote, async (request, c, signal) => {
    await server.charge(c, units.quote)
    return onramp.quote(request, signal)
  })
  server.post(endpoints.onrampUrl, async (request, c, signal) => {
    await server.charge(c, units.url)
    return onramp.url(request, addressOf(c), signal)
  })
}
