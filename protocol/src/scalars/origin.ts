/** Web origins: exact, canonical, http(s) only. No suffix, pattern or wildcard exists anywhere in the protocol. */
import * as z from 'zod/mini'

export const isOrigin = (text: string): boolean => {
  try {
    const url = new URL(text)
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === text
  } catch {
    return false
  }
}

/** A serialized origin such as `https://app.example`, equal to its own `new URL(...).origin`. */
export const Origin = z.string().check(z.maxLength(300), z.refine(isOrigin))
export type Origin = z.infer<typeof Origin>
