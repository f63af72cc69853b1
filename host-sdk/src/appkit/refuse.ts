/** Errors for features of AppKit that Airlock cannot have. Each names the feature and an alternative. */
import { AirlockError } from '@airlock/host-sdk'

export function cannot(name: string, why: string): never {
  throw new AirlockError('NOT_AVAILABLE', { message: `\`${name}\` ${why}` })
}

export function invalid(name: string, why: string): never {
  throw new AirlockError('INVALID_OPTIONS', { message: `\`${name}\` ${why}` })
}
