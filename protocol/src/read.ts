import type * as z from 'zod/mini'
import { limits } from './limits.ts'
import { parse } from './parse.ts'
import { walk } from './walk.ts'

/** Pre-walk, then schema, for messages outside any channel. `undefined` if refused: the sender gets no reply. */
export function readMessage<T>(schema: z.ZodMiniType<T>, data: unknown): T | undefined {
  try {
    const parsed = walk(data, limits) === 'ok' ? parse(schema, data) : undefined
    return parsed?.ok ? parsed.value : undefined
  } catch {
    return undefined
  }
}
