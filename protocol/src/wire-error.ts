/** Errors on the wire: code, number, truncated text and JSON data; never a stack, a cause or a foreign object. */
import type { WireError } from './contracts/wire-error.ts'
import { AirlockError, codeOfRpc, errorTable, errorText, isErrorCode } from './errors.ts'
import type { Json } from './json.ts'
import { limits } from './limits.ts'

/** Reduces any thrown value to a number, a truncated text and our code. Foreign objects are read once, inside `try`. */
export function toWireError(thrown: unknown): WireError {
  try {
    // On a proxy even `instanceof` may throw.
    if (thrown instanceof AirlockError)
      return {
        code: Number.isSafeInteger(thrown.rpcCode) ? thrown.rpcCode : errorTable[thrown.code][0],
        message: cap(thrown.message),
        reason: thrown.code,
        ...(thrown.data === undefined ? {} : { data: thrown.data }),
      }
  } catch {
    // Not ours.
  }
  return { code: errorTable.INTERNAL[0], message: errorText('INTERNAL'), reason: 'INTERNAL' }
}

export function fromWireError(error: WireError): AirlockError {
  const code = isErrorCode(error.reason) ? error.reason : (codeOfRpc(error.code) ?? 'INTERNAL')
  return new AirlockError(code, { message: error.message, rpcCode: error.code, data: error.data as Json | undefined })
}

const cap = (text: string) => text.slice(0, limits.errorMessage)
