import * as z from 'zod/mini'

/** An amount in units of the token, such as `1.25`. Never negative, never with an exponent. */
export const Decimal = z.string().check(z.regex(/^\d{1,78}(\.\d{1,78})?$/))
