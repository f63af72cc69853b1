/** Why an answer from outside is not there. The message names neither address nor content: it may reach a log. */

const texts = {
  /** The address is none that the gateway asks. */
  REFUSED: 'The address is not allowed',
  UNREACHABLE: 'The server cannot be reached',
  /** The server answered with an error, in `status`. */
  STATUS: 'The server answered with an error',
  REDIRECTS: 'The server redirects too often',
  ENCODED: 'The answer is compressed',
  TOO_LARGE: 'The answer is too large',
  TIMEOUT: 'The answer took too long',
  ABORTED: 'The request was ended',
} as const
export type OutboundCode = keyof typeof texts

export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly code: OutboundCode
  /** HTTP status, with the code STATUS. */
  readonly status: number | undefined

  constructor(code: OutboundCode, options: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(texts[code], options)
    this.code = code
    this.status = options.status
  }
}
