/**
 * Validates options with the frame's schema before sending, so that errors are thrown in the page. Returns the
 * validated copy, which has no getters or class instances and which the page cannot change later.
 */
import { large } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import { walk } from '@airlock/protocol/walk.ts'
import { toJson } from './dom.ts'
import { attempt, refuse } from './refuse.ts'

type Schema<T> = Parameters<typeof parse<T>>[0]

/**
 * @param name of the option, or of the option that a path stands for
 * @throws {AirlockError} INVALID_OPTIONS
 */
export function conform<T>(schema: Schema<T>, value: unknown, name: (path: string) => string): T {
  const copy = attempt(name(''), () => toJson(value))
  if (walk(copy, large) !== 'ok') refuse(name(''))
  const parsed = parse(schema, copy)
  // The page calls it `image`.
  return parsed.ok ? parsed.value : refuse(name(parsed.at.replace(/icon$/, 'image')))
}
