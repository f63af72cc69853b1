/**
 * Describes an uncaught error by its class or code and the place in our own files. Never by its message, which may contain data of the
 * user, a wallet or the page. Errors without a place in our files come from an extension or the browser, and are not reported.
 */
import { isImpersonal } from '@airlock/protocol/contracts/analytics.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'

export interface InternalError {
  readonly errorType: string
  readonly errorMessage: string
  readonly uncaught: true
}

const classes = [TypeError, RangeError, ReferenceError, SyntaxError, URIError, EvalError, Error] as const

export function describeError(thrown: unknown, origin: string): InternalError | undefined {
  if (!(thrown instanceof Error)) return undefined
  const errorType = thrown instanceof AirlockError ? thrown.code : classes.find((one) => thrown instanceof one)?.name
  const errorMessage = placeIn(thrown, origin)
  return errorType && errorMessage ? { errorType, errorMessage, uncaught: true } : undefined
}

/** File, line and column of the innermost frame in our own files. */
function placeIn({ stack = '', message }: Error, origin: string): string | undefined {
  // Some browsers put the message in front of the frames; it may look like a frame.
  const frames = message.includes('/assets/') ? stack.replaceAll(message, '') : stack
  for (const line of frames.split('\n')) {
    const at = line.indexOf(`${origin}/assets/`)
    const place =
      at < 0 ? undefined : /^([a-z][\w.-]{0,60}\.js):(\d{1,6}):(\d{1,7})\)?$/i.exec(line.slice(at + origin.length + 8))
    if (place) {
      const [, file, row, column] = place
      const text = `${file}:${row}:${column}`
      return isImpersonal(text) ? text : undefined
    }
  }
  return undefined
}
