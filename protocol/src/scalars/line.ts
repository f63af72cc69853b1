import * as z from 'zod/mini'

/** All characters except control characters, line breaks, and invisible characters that change how others are displayed. */
const visible =
  /^[ -~\xa0-\xac\xae-\u061b\u061d-\u200a\u2010-\u2027\u202f-\u205f\u2070-\ufefe\uff00-\ufff8\ufffc-\uffff]*$/
/** One line of a text that is signed or shown. */
export const line = (max: number) => z.string().check(z.maxLength(max), z.regex(visible))
