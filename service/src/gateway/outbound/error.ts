/** Reasons why an outbound request failed. The message contains neither address nor content, because it may be logged. */

const texts = {
  /** The address is not allowed. */
  REFUSED: 'The address is not allowed',
  UNREACHABLE: 'The server cannot be reached',
  /** The server answered with the error in `status`. */
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
