/** The errors of CAIP-25, CAIP-27 and CAIP-285, with their codes and messages. The page is trusted, so it gets the cause. */
export const sessionErrors = {
  4100: 'The requested account and/or method has not been authorized by the user.',
  5000: 'Unknown error with request',
  5001: 'User disapproved requested methods',
  5002: 'User disapproved requested notifications',
  5100: 'Requested networks are not supported',
  5101: 'Requested methods are not supported',
  5102: 'Requested notifications are not supported',
  5201: 'Unknown method(s) requested',
  5202: 'Unknown notification(s) requested',
  5204: 'ChainId defined in two different scopes',
  5300: 'Invalid scopedProperties requested',
  5301: 'scopedProperties can only be outside of sessionScopes',
  5302: 'Invalid sessionProperties requested',
  5500: 'SessionId not recognized',
  5501: 'No active sessions',
  5502: 'All active sessions have sessionIds',
  [-32601]: 'Method not found',
  [-32602]: 'Invalid params',
} as const

export type SessionErrorCode = keyof typeof sessionErrors

/** The cause of the error: our own text, never a wallet's value. */
export interface SessionErrorData {
  readonly reason: string
}

export class SessionError extends Error {
  override readonly name = 'SessionError'
  readonly code: SessionErrorCode
  readonly data: SessionErrorData

  constructor(code: SessionErrorCode, reason: string) {
    super(sessionErrors[code])
    this.code = code
    this.data = { reason }
  }
}

export function refuse(code: SessionErrorCode, reason: string): never {
  throw new SessionError(code, reason)
}
