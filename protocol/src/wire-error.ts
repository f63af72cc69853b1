/** Errors on the wire: code, number, capped text and JSON data cross an origin; no stack, no cause, nothing of a foreign object. */
import * as z from 'zod/mini'
import { AirlockError, codeOfRpc, errorTable, errorText, isErrorCode } from './errors.ts'
import type { Json } from './json.ts'
import { limits } from './limits.ts'

/** What crosses the wire in `X_ERROR`. `code` keeps the JSON-RPC or EIP-1193 number end to end. */
export const WireError = z.strictObject({
  code: z.int(),
  message: z.string().check(z.maxLength(limits.errorMessage)),
  reason: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,40}$/))),
  data: z.optional(z.unknown()),
})
export type WireError = z.infer<typeof WireError>

/** Reduces anything thrown to what may cross: a number, a capped text, our code. Foreign objects are read once, inside `try`. */
export function toWireError(thrown: unknown): WireError {
  try {
    // A proxy answers even `instanceof` with an exception.
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
