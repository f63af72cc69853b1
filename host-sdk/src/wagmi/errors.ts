import { ResourceUnavailableRpcError, UserRejectedRequestError } from 'viem'
import { fieldOf } from '../dom.ts'

export const codeOf = (error: unknown): unknown => fieldOf(error, 'code')

export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Converts the provider's errors to the classes that wagmi and its users check for. Other errors are returned unchanged. */
export function toViemError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === UserRejectedRequestError.code) return new UserRejectedRequestError(toError(error))
  if (code === ResourceUnavailableRpcError.code) return new ResourceUnavailableRpcError(toError(error))
  return error
}
