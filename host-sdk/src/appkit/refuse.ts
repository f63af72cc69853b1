/** Errors for what AppKit has and Airlock cannot have: each names it and says what to do instead. */
import { AirlockError } from '@airlock/host-sdk'

export function cannot(name: string, why: string): never {
  throw new AirlockError('NOT_AVAILABLE', { message: `\`${name}\` ${why}` })
}

export function invalid(name: string, why: string): never {
  throw new AirlockError('INVALID_OPTIONS', { message: `\`${name}\` ${why}` })
}
