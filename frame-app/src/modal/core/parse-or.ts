import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'

/** @throws AirlockError of this code if the value does not fit the schema */
export function parseOr<T>(code: ErrorCode, schema: z.ZodMiniType<T>, value: unknown, message?: string): T {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw new AirlockError(code, { message })
  return parsed.data
}
