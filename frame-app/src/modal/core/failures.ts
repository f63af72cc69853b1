/**
 * Requests that the page or the wallet frame answered with INTERNAL: an error of our own code there, which only this document can report.
 * Holds names of our request types, no text from the other side.
 */
import type { ErrorCode } from '@airlock/protocol/errors.ts'

export const failures = new Set<string>()

export const noteFailure =
  (of: 'page' | 'wallet') =>
  (type: string, code: ErrorCode): void => {
    if (code === 'INTERNAL') failures.add(`${of} ${type}`)
  }
