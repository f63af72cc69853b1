/**
 * Theme tokens that a host may set. Token-level schemas: a colour, a number in a range, a list of font names. Values that CSS
 * could read as a function, a URL or a second declaration are refused (C51).
 */
import * as z from 'zod/mini'

const Colour = z.string().check(z.regex(/^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|(rgb|hsl|oklch)\([0-9.%, deg/-]{5,48}\))$/))
/** A bare name does not start with a space, so that each text matches in only one way and matching does not take exponential time. */
const FontFamily = z
  .string()
  .check(z.maxLength(200), z.regex(/^("[\w -]+"|[\w-][\w -]*)(, ?("[\w -]+"|[\w-][\w -]*))*$/))

export const ThemeMode = z.enum(['light', 'dark', 'auto'])
export type ThemeMode = z.infer<typeof ThemeMode>

export const ThemeVariables = z.strictObject({
  accent: z.optional(Colour),
  canvas: z.optional(Colour),
  ink: z.optional(Colour),
  /** Multiplies every radius; 0 to 1.5. */
  radiusScale: z.optional(z.number().check(z.minimum(0), z.maximum(1.5))),
  fontFamily: z.optional(FontFamily),
  fontScale: z.optional(z.union([z.literal(0.9), z.literal(1), z.literal(1.15), z.literal(1.3)])),
})
export type ThemeVariables = z.infer<typeof ThemeVariables>
