/** The gateway's refusals, with the texts that clients show. */

type Status = 400 | 401 | 403 | 404 | 413 | 422 | 426 | 429 | 500 | 502 | 503

export class GatewayRefusal extends Error {
  readonly status: Status
  readonly field: string
  readonly retryAfterMs: number | undefined

  constructor(status: Status, field: string, description: string, retryAfterMs?: number) {
    super(description)
    this.name = 'GatewayRefusal'
    this.status = status
    this.field = field
    this.retryAfterMs = retryAfterMs
  }
}

/** Text from the caller is truncated, and characters of markup are removed. */
export const shown = (text: string): string => text.slice(0, 64).replace(/[^\w:.,-]/g, '?')

export const refusals = {
  unknownProject: () => new GatewayRefusal(401, 'authentication', 'We failed to authenticate your request'),
  originNotAllowed: () => new GatewayRefusal(403, 'origin', 'Unauthorized: origin not allowed'),
  internal: () => new GatewayRefusal(500, '', 'Internal server error'),
  unavailable: () => new GatewayRefusal(503, '', 'The service is temporarily unavailable'),
  notFound: () => new GatewayRefusal(404, '', 'Not found'),
  noPicture: () => new GatewayRefusal(502, '', 'The picture cannot be loaded'),
  tooLarge: () => new GatewayRefusal(413, '', 'The request is too large'),
  webSocketOnly: () =>
    new GatewayRefusal(426, '', 'Only WebSocket connections are supported for GET method on this endpoint'),
  tooMany: (retryAfterMs: number) =>
    new GatewayRefusal(429, 'rate_limited', 'Requests per second limit exceeded', retryAfterMs),
  quota: (retryAfterMs: number) => new GatewayRefusal(429, 'address', "Project's quota limit reached", retryAfterMs),
  badQuery: (field: string) =>
    new GatewayRefusal(400, field, `Failed to deserialize query string: \`${shown(field)}\` is missing or not valid`),
  badBody: (what: string) => new GatewayRefusal(422, '', `Failed to deserialize the JSON body: ${what}`),
  unsupportedChain: (id: string) =>
    new GatewayRefusal(
      400,
      'chainId',
      `We don't support the chainId you provided: ${shown(id)}. See the list of supported chains here: /v1/supported-chains`,
    ),
  badAddress: () => new GatewayRefusal(400, 'address', 'The address provided is invalid'),
  badParameter: (what: string) => new GatewayRefusal(400, '', `Invalid parameter: ${shown(what)}`),
  badProvider: (name: string) => new GatewayRefusal(400, 'provider', `Provider ${shown(name)} is not supported`),
  nodesDown: (id: string) =>
    new GatewayRefusal(503, 'chainId', `Requested ${shown(id)} chain provider is temporarily unavailable`),
  identityDown: () => new GatewayRefusal(503, '', 'We failed to reach the identity provider with an error: no answer'),
  nftsDown: () => new GatewayRefusal(503, '', 'NFT provider is temporarily unavailable'),
  historyDown: () => new GatewayRefusal(503, '', 'Transaction provider is temporarily unavailable'),
  pricesDown: () => new GatewayRefusal(503, '', 'Fungibles price provider is temporarily unavailable'),
  balancesDown: () => new GatewayRefusal(503, '', 'Balance provider is temporarily unavailable'),
} as const
