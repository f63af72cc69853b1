/** Errors for invalid options. */
import { AirlockError } from '@airlock/protocol/errors.ts'

/** @param what the name of the option, or the whole sentence */
export function refuse(what: string): never {
  throw new AirlockError('INVALID_OPTIONS', { message: what.includes(' ') ? what : `Option \`${what}\` is not valid` })
}

export function oneOf(option: Readonly<Record<string, unknown>>, values: readonly unknown[]): void {
  for (const [name, value] of Object.entries(option)) if (!values.includes(value)) refuse(name)
}

/** Reads an option; any error while reading becomes an error that names the option. */
export function attempt<T>(option: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof AirlockError ? error : refuse(option)
  }
}
