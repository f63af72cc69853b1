/** The cursor of a history over several networks: for each network that has more, its next position. Opaque to clients. */
import * as z from 'zod/mini'

/** By CAIP-2 reference: a position, or `undefined` for the start. */
export type Positions = ReadonlyMap<string, string | undefined>

/** Length of the inner text, for a cursor of at most 2,048 characters. */
const maxLength = 1_500
const Entries = z.array(z.string().check(z.regex(/^[\w-]{1,32}=[\w.]{0,160}$/))).check(z.minLength(1), z.maxLength(100))

export const writeCursor = (positions: Positions): string =>
  Buffer.from([...positions].map(([reference, position = '']) => `${reference}=${position}`).join(';')).toString(
    'base64url',
  )

/** `undefined`: not a valid cursor. */
export function readCursor(text: string): Positions | undefined {
  if (!/^[\w-]{1,2048}$/.test(text)) return undefined
  const inside = Buffer.from(text, 'base64url').toString('latin1')
  const entries = Entries.safeParse(inside.length <= maxLength ? inside.split(';') : undefined)
  if (!entries.success) return undefined
  const positions = new Map(
    entries.data.map((entry) => {
      const [reference = '', position = ''] = entry.split('=')
      return [reference, position || undefined] as const
    }),
  )
  return positions.size === entries.data.length ? positions : undefined
}
