/**
 * Answers to features of AppKit that Airlock cannot have. Each names the feature and an alternative. What changes the page's abilities or its
 * safety is an error; what only changes looks is left out, and said in the console.
 */
import { AirlockError } from '@airlock/host-sdk'
import { warn } from '../dom.ts'

export function cannot(name: string, why: string): never {
  throw new AirlockError('NOT_AVAILABLE', { message: `\`${name}\` ${why}` })
}

export function invalid(name: string, why: string): never {
  throw new AirlockError('INVALID_OPTIONS', { message: `\`${name}\` ${why}` })
}

/** A table's own entry: the name may be any text of a page, such as `constructor`. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Reads an option that a page may have written in a wrong form. @throws {AirlockError} naming it and the form */
export function readAs<T>(name: string, form: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof AirlockError) throw error
    return invalid(name, `must be ${form}`)
  }
}

const told = new Set<string>()

/** Said once for each page load: options are read more than once. */
export function leftOut(name: string, why: string): void {
  const text = `\`${name}\` ${why}`
  if (told.has(text)) return
  told.add(text)
  warn(text)
}

/** Pictures: the frame makes no request for the page, so it takes only those that are part of the text. */
export function isPicture(name: string, image: unknown): boolean {
  const isData = typeof image === 'string' && image.startsWith('data:')
  if (!isData) leftOut(name, 'is left out: the frame makes no request for the page, so it must be a `data:` image')
  return isData
}
