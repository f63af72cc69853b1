/** Strings with a pattern and a narrower TypeScript type. */
import * as z from 'zod/mini'

/** The only place that maps a pattern to a template type: `pattern` must accept exactly the texts of `T`. */
export const patterned = <T extends string>(pattern: RegExp) =>
  z.string().check(z.regex(pattern)) as unknown as z.ZodMiniType<T, T> // the pattern is the proof
