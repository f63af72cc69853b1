/** Errors in the hosted API's format: JSON with one reason, or plain text. */

export type Refusal = { readonly status: number; readonly type: 'json' | 'text'; readonly body: string }

const because = (status: number, field: string, description: string): Refusal => ({
  status,
  type: 'json',
  body: JSON.stringify({ status: 'FAILED', reasons: [{ field, description }] }),
})
const plain = (status: number, body: string): Refusal => ({ status, type: 'text', body })

export const refusals = {
  unauthenticated: because(401, 'authentication', 'We failed to authenticate your request'),
  overQuota: because(429, 'address', "Project's quota limit reached"),
  overRate: because(429, 'rate_limited', 'Requests per second limit exceeded: 10'),
  badAddress: because(400, 'address', 'The address provided is invalid'),
  unsupportedNamespace: (namespace: string) => because(400, 'address', `Unsupported namespace: ${namespace}`),
  unsupportedProvider: (provider: string) => because(400, 'provider', `Provider ${provider} is not supported`),
  badParameter: (what: string) => because(400, '', `Invalid parameter: ${what}`),
  unsupportedChain: (id: string) =>
    because(
      400,
      'chainId',
      `We don't support the chainId you provided: ${id}. See the list of supported chains here: https://docs.example/chains`,
    ),
  chainDown: (id: string) => because(503, 'chainId', `Requested ${id} chain provider is temporarily unavailable`),
  webSocketOnly: because(426, '', 'Only WebSocket connections are supported for GET method on this endpoint'),
  balancesDown: because(503, '', 'Balance provider is temporarily unavailable'),
  historyDown: because(503, '', 'Transaction provider is temporarily unavailable'),
  identityDown: because(503, '', 'We failed to reach the identity provider with an error: timeout'),
  nameFormat: (name: string) => because(400, 'name', `Invalid name format: ${name}`),
  nameLength: (name: string) => because(400, 'name', `Invalid name length: ${name}`),
  nameZone: (name: string) => because(400, 'name', `Name is not in the allowed zones: ${name}`),
  nameTaken: (name: string) => because(400, 'name', `Name is already registered: ${name}`),
  nameNotFound: (name: string) => because(404, 'name', `Name is not found in the database: ${name}`),
  noName: because(404, 'address', 'No name for address is found'),
  coinType: (type: number) => because(400, 'coin_type', `Unsupported coin type: ${type}`),
  attributes: because(400, 'attributes', 'Unsupported name attribute in payload'),
  tooOld: (timestamp: number) => because(400, 'timestamp', `Signature UNIXTIME timestamp is too old: ${timestamp}`),
  badSignature: because(401, 'signature', 'Signature validation error: Signature verification error'),
  badMessage: because(422, '', 'Deserialization error: expected value at line 1 column 1'),
  missingField: (field: string) => plain(400, `Failed to deserialize query string: missing field \`${field}\``),
  notJson: plain(400, 'Failed to parse the request body as JSON: EOF while parsing a value at line 1 column 0'),
  wrongBody: plain(422, 'Failed to deserialize the JSON body into the target type: missing field `coin_type`'),
  internal: plain(500, 'Internal server error'),
  notFound: plain(404, ''),
} as const
