/** User-readable texts for errors of the SDK or a provider. */

export type Failure = { isDecline: boolean; text: string }

const sentences = new Map<string | number, Failure>([
  [4001, { isDecline: true, text: 'Declined in the wallet.' }],
  ['USER_REJECTED', { isDecline: true, text: 'Declined in the wallet.' }],
  ['USER_CLOSED', { isDecline: true, text: 'Closed before it was finished.' }],
  [4100, { isDecline: false, text: 'Failed: the wallet has not connected this account to the page.' }],
  [4902, { isDecline: false, text: 'Failed: the wallet does not know this network.' }],
  [-32002, { isDecline: false, text: 'Failed: the wallet already has a request open.' }],
])

export function toFailure(error: unknown): Failure {
  const { codes, message } = describe(error)
  for (const code of codes) {
    const known = sentences.get(code)
    if (known) return known
  }
  return { isDecline: false, text: `Failed: ${message}${codes[0] === undefined ? '' : ` (${codes[0]})`}` }
}

function describe(error: unknown): { codes: (string | number)[]; message: string } {
  if (typeof error !== 'object' || error === null) return { codes: [], message: String(error) }
  const own = 'code' in error ? error.code : undefined
  const rpc = 'rpcCode' in error ? error.rpcCode : undefined
  const codes = [own, rpc].filter((code) => typeof code === 'string' || typeof code === 'number')
  const message = 'message' in error && typeof error.message === 'string' ? error.message : 'unknown reason'
  return { codes, message: message.slice(0, 300) }
}
