/** Runs one schema; errors thrown by a value are caught. */
import * as z from 'zod/mini'

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  /** The path of the refused part, never its value (C03). */
  | { readonly ok: false; readonly at: string }

export function parse<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  try {
    const parsed = z.safeParse(schema, value)
    if (parsed.success) return { ok: true, value: parsed.data }
    // An unknown key is named too.
    const at = parsed.error.issues.slice(0, 1).flatMap((one) => [...one.path, ...('keys' in one ? one.keys : [])])
    return { ok: false, at: at.map(String).join('.').slice(0, 100) || 'payload' }
  } catch {
    return { ok: false, at: 'payload' }
  }
}
