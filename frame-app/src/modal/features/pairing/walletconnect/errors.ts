/** Converts errors of the pairing client (errors, bare objects, bare texts) to ours. */
import { AirlockError, codeOfRpc, type ErrorCode } from '@airlock/protocol/errors.ts'
import { AnyJson } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'

const Thrown = z.object({ message: z.string(), code: z.optional(z.int()), data: z.optional(AnyJson) })

/** Of a wallet's answer that does not fit its schema. */
export const invalidForm = 'The wallet’s answer has an invalid form.'

/** Error texts of the client itself, which has no codes for them. */
const known: readonly (readonly [RegExp, ErrorCode])[] = [
  [/origin not allowed/i, 'ORIGIN_NOT_ALLOWED'],
  [/invalid key|project not found|project id/i, 'INVALID_PROJECT_ID'],
  [/not yet valid/i, 'CLOCK_WRONG'],
  [/proposal expired/i, 'PAIRING_EXPIRED'],
  [/request expired/i, 'TIMEOUT'],
  // Answers to a sign-in request, which have no code.
  [/^(user )?rejected\b/i, 'USER_REJECTED'],
  [/no internet connection/i, 'NETWORK'],
  [/failed to publish|socket|websocket|interrupted|expired: /i, 'RELAY_UNREACHABLE'],
  [/no matching key|session topic doesn't exist|recently deleted/i, 'DISCONNECTED'],
  [/chainid/i, 'CHAIN_NOT_SUPPORTED'],
  [/request\(\) method|unauthorized method/i, 'METHOD_NOT_ALLOWED'],
]

/** Rejections carry 4001 in requests, 5000 to 5003 in proposals. */
const isRejection = (code: number | undefined) => code === 4001 || (code !== undefined && code >= 5000 && code <= 5003)

export function toPairingError(thrown: unknown): AirlockError {
  if (thrown instanceof AirlockError) return thrown
  const parsed = Thrown.safeParse(thrown)
  const { message, code, data } = parsed.success
    ? parsed.data
    : { message: typeof thrown === 'string' ? thrown : 'Unknown error', code: undefined, data: undefined }
  // The client's answer to what is open when the wallet ends the session.
  if (code === 6000) return new AirlockError('DISCONNECTED', { message })
  if (isRejection(code)) return new AirlockError('USER_REJECTED', { message })
  // A code comes from the wallet and is kept; an error without a code is the client's own and is mapped by its text.
  if (code !== undefined && code !== 0)
    return new AirlockError(codeOfRpc(code) ?? 'WALLET_FAILED', { message, rpcCode: code, data })
  const [, ours] = known.find(([words]) => words.test(message)) ?? []
  return new AirlockError(ours ?? 'WALLET_FAILED', { message, cause: thrown })
}
