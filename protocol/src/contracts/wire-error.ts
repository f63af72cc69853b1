import * as z from 'zod/mini'
import { limits } from '../limits.ts'

/** The payload of `X_ERROR`. `code` is the unchanged JSON-RPC or EIP-1193 number. */
export const WireError = z.strictObject({
  code: z.int(),
  message: z.string().check(z.maxLength(limits.errorMessage)),
  reason: z.optional(z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,40}$/))),
  data: z.optional(z.unknown()),
})
export type WireError = z.infer<typeof WireError>
