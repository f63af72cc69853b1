import type * as z from 'zod'
import { prettifyError } from 'zod'
import { WalletError } from './wallet.ts'

/** @throws {WalletError} -32602, as a real wallet answers malformed parameters. */
export function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new WalletError(-32602, `Invalid params: ${prettifyError(parsed.error)}`)
  return parsed.data
}
