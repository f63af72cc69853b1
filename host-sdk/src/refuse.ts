/** Errors for options that are invalid, unknown, or not available yet. No option is silently ignored. */
import { AirlockError } from '@airlock/protocol/errors.ts'

/** @param what the name of the option, or a whole sentence */
export function refuse(what: string): never {
  throw new AirlockError('INVALID_OPTIONS', {
    message: what.includes(' ') ? what : `Option \`${what}\` is unknown or not valid`,
  })
}

/** For parts of the specification that do not exist yet. */
export function notYet(what: string): never {
  throw new AirlockError('NOT_AVAILABLE', { message: `\`${what}\` is not available in this version` })
}

/** @param others the properties that are left after all known options */
export function refuseOthers(others: object, within = ''): void {
  for (const [name, value] of Object.entries(others)) if (value !== undefined) refuse(within + name)
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
