import type { AirlockError } from '@airlock/protocol/errors.ts'

/** Dapps expect a number in `code`; ours stays readable in `reason`. */
export function toRpcError({ message, rpcCode, code, data }: AirlockError): Error {
  return Object.assign(new Error(message), { code: rpcCode, reason: code, ...(data !== undefined && { data }) })
}
