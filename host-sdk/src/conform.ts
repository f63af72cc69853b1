/**
 * Validates options with the frame's schema before sending, so that errors are thrown in the page. Returns the validated copy, which has no
 * getters or class instances and which the page cannot change later.
 */
import { limits } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import { attempt, refuse } from './refuse.ts'

type Schema<T> = Parameters<typeof parse<T>>[0]

/**
 * @param name the option's name, or a function from the path of the error to it
 * @throws {AirlockError} INVALID_OPTIONS
 */
export function conform<T>(schema: Schema<T>, value: unknown, name: (path: string) => string): T {
  const copy = attempt(name(''), () => copyOf(value))
  const parsed = parse(schema, copy)
  // The page's name for `icon` is `image`.
  return parsed.ok ? parsed.value : refuse(name(parsed.at.replace(/icon$/, 'image')))
}

/**
 * A copy within the size of a large message, counted like `walk` does. No other limit is needed: JSON gives a tree of plain values, and the
 * schema limits its depth.
 */
export function copyOf(value: unknown): unknown {
  let size = 0
  return JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    size += 8 + key.length + (typeof part === 'string' ? part.length : 0)
    if (size > limits.sizeLarge || /^(__proto__|constructor|prototype)$/.test(key)) throw key
    return part
  })
}
