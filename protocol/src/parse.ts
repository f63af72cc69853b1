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
    const [issue] = parsed.error.issues
    // An unknown key is named too.
    const path = [...(issue?.path ?? []), ...(issue && 'keys' in issue ? issue.keys : [])]
    return { ok: false, at: path.map(String).join('.').slice(0, 100) || 'payload' }
  } catch {
    return { ok: false, at: 'payload' }
  }
}
