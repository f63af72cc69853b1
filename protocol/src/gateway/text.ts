import * as z from 'zod/mini'

export const Text = z.string().check(z.maxLength(512))
export const LongText = z.string().check(z.maxLength(4_096))

/** The hosted API writes `null` for what it does not know, or leaves it out; both are absent. */
export const absent = <T extends z.ZodMiniType>(schema: T) => z.nullish(schema)

/**
 * Address of a picture. Our gateway answers with paths of its own image route, relative to itself: a reader resolves them and
 * loads nothing from another origin. Empty: no picture.
 */
export const ImageUrl = z.string().check(z.maxLength(4_096))
