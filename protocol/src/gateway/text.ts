import * as z from 'zod/mini'

export const Text = z.string().check(z.maxLength(512))
export const LongText = z.string().check(z.maxLength(4_096))

/** The hosted API writes `null` for unknown values, or omits them; both mean absent. */
export const absent = <T extends z.ZodMiniType>(schema: T) => z.nullish(schema)

/**
 * URL of an image. Our gateway returns paths of its own image route, relative to itself: a client resolves them and loads nothing from
 * another origin. Empty: no image.
 */
export const ImageUrl = z.string().check(z.maxLength(4_096))

/** ISO 8601, with any offset. A pattern, because zod's own check would add code to every reader. */
export const Instant = z
  .string()
  .check(z.maxLength(40), z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/))

/** An amount in units of the token, such as `1.25`. Never negative, never with an exponent. */
export const Decimal = z.string().check(z.regex(/^\d{1,78}(\.\d{1,78})?$/))
