import type { AirlockError } from '@airlock/protocol/errors.ts'

/** Dapps expect a number in `code`; our own code is in `reason`. */
export function toRpcError({ message, rpcCode, code, data }: AirlockError): Error {
  return Object.assign(new Error(message), { code: rpcCode, reason: code, ...(data !== undefined && { data }) })
}
