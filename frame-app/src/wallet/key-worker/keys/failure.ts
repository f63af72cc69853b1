/** What the Key Worker refuses, by name. The texts are for developers and never carry a value. */
export const failures = {
  BAD_CALL: 'The call does not have the form that the Key Worker expects',
  LOCKED: 'The wallet is locked',
  NO_WALLET: 'This device keeps no wallet of this user',
  WRONG_SHARES: 'The shares do not open this wallet',
  WRONG_RECOVERY: 'The recovery secret does not open this wallet',
  WRONG_ADDRESS: 'The shares open another wallet than the one that this device knows',
  STALE_KEY_VERSION: 'The service offers an older key than this device has seen',
  UNREADABLE: 'What was sealed for the Key Worker cannot be opened',
  NOT_PROVEN: 'What the service stored has not been proven to rebuild the wallet',
  STORAGE: 'This browser does not keep data for the wallet',
} as const

export type FailureCode = keyof typeof failures

export class KeyWorkerError extends Error {
  override readonly name = 'KeyWorkerError'
  readonly code: FailureCode

  constructor(code: FailureCode, options?: ErrorOptions) {
    super(failures[code], options)
    this.code = code
  }
}
