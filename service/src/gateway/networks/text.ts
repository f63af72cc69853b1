/** Cleans untrusted names from a chain or a list. */

/** Controls, direction marks, zero-width and other characters that are invisible or change how others look. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** @param max characters (code points) to keep */
export const cleanText = (text: string, max: number): string =>
  Array.from(
    text
      .slice(0, max * 8)
      .replace(unseen, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
    .slice(0, max)
    .join('')

export const nameLength = 64
export const symbolLength = 16
