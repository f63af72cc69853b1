import { AirlockError } from '@airlock/protocol/errors.ts'

/** Dapps expect a number in `code`; our own code is in `reason`. */
export function toRpcError({ message, rpcCode, code, data }: AirlockError): Error {
  return Object.assign(new Error(message), { code: rpcCode, reason: code, ...(data !== undefined && { data }) })
}

/** Rejects with such an error in place of ours. */
export async function withRpcErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof AirlockError ? toRpcError(error) : error
  }
}
