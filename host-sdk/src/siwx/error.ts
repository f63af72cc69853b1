/** Why a sign-in was refused. The code is for programs, and the same in the page and on its server. */
export type SiwxErrorCode =
  | 'BAD_REQUEST'
  | 'MESSAGE_INVALID'
  | 'ORIGIN_NOT_ALLOWED'
  | 'DOMAIN_MISMATCH'
  | 'URI_MISMATCH'
  | 'CHAIN_MISMATCH'
  | 'ACCOUNT_MISMATCH'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'NONCE_INVALID'
  | 'NONCE_EXPIRED'
  | 'NONCE_USED'
  | 'SIGNATURE_INVALID'
  | 'NODE_UNREACHABLE'
  | 'SERVER_UNREACHABLE'

const reasons: Readonly<Record<SiwxErrorCode, readonly [status: number, text: string]>> = {
  BAD_REQUEST: [400, 'The request has another form than the sign-in server reads.'],
  MESSAGE_INVALID: [400, 'The text is no sign-in message.'],
  ORIGIN_NOT_ALLOWED: [403, 'The request comes from an origin that is not in `origin`.'],
  DOMAIN_MISMATCH: [401, 'The message was signed for another domain.'],
  URI_MISMATCH: [401, 'The message names an address of another origin.'],
  CHAIN_MISMATCH: [401, 'The message is for another network than the session, or for one that is not in `chains`.'],
  ACCOUNT_MISMATCH: [401, 'The message names another account than the session.'],
  EXPIRED: [401, 'The message has expired.'],
  NOT_YET_VALID: [401, 'The message is not valid yet.'],
  NONCE_INVALID: [401, 'The nonce was not made here.'],
  NONCE_EXPIRED: [401, 'The nonce has expired.'],
  NONCE_USED: [401, 'The nonce was used before.'],
  SIGNATURE_INVALID: [401, 'The signature is not by this account.'],
  NODE_UNREACHABLE: [503, 'The node that has to check the signature of a contract account does not answer.'],
  SERVER_UNREACHABLE: [503, 'The sign-in server does not answer.'],
}

export class SiwxError extends Error {
  readonly code: SiwxErrorCode
  /** HTTP status of the response. */
  readonly status: number

  constructor(code: SiwxErrorCode, options: { message?: string; cause?: unknown } = {}) {
    const [status, text] = reasons[code]
    super(options.message ?? text, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'SiwxError'
    this.code = code
    this.status = status
  }
}

export const isSiwxErrorCode = (text: string): text is SiwxErrorCode => Object.hasOwn(reasons, text)
