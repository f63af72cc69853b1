/** EIP-1193 and JSON-RPC error codes of the demo wallet, and the error class that carries them. */

export const codes = {
  declined: { code: 4001, message: 'The person declined the request.' },
  unauthorized: { code: 4100, message: 'This account is not connected to the page.' },
  unsupported: { code: 4200, message: 'The demo wallet does not support this method.' },
  disconnected: { code: 4900, message: 'The demo wallet has stopped. Reload the page.' },
  chainUnreachable: { code: 4901, message: 'The local chain does not answer.' },
  unknownChain: { code: 4902, message: 'The demo wallet does not know this chain. Add it first.' },
  pending: { code: -32002, message: 'A request is already waiting in the demo wallet.' },
  insufficientFunds: { code: -32000, message: 'The account does not hold enough for this transaction and its fee.' },
  badRequest: { code: -32600, message: 'A request is an object with a method.' },
  badParams: { code: -32602, message: 'The parameters are not valid.' },
  internal: { code: -32603, message: 'The demo wallet failed.' },
} as const

export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function rpcError(kind: keyof typeof codes, message: string = codes[kind].message): ProviderRpcError {
  return new ProviderRpcError({ code: codes[kind].code, message })
}

/**
 * Invalid input becomes -32602 with the field's name; our own errors are kept; anything else becomes an internal error
 * without details.
 */
export function toRpcError(error: unknown): ProviderRpcError {
  if (error instanceof ProviderRpcError) return error
  if (error instanceof TypeError) return rpcError('badParams', `Parameters: ${error.message}`)
  return rpcError('internal')
}
