/** The errors of the Key Worker. The texts are for developers and never contain a value. */
export const failures = {
  BAD_CALL: 'The call does not have the form that the Key Worker expects',
  LOCKED: 'The wallet is locked',
  WRONG_SIGNER: 'The signer is not the account of this wallet',
  NOT_SIGNED: 'What is asked for is not what its kind says, and is not signed',
  NO_WALLET: 'This device keeps no such share of this user',
  WRONG_SHARES: 'The shares do not open this wallet',
  WRONG_PASSWORD: 'The password does not open this copy of the recovery secret',
  NOT_A_KIT: 'The text is not a recovery kit',
  DAMAGED_KIT: 'The recovery kit is damaged, or of a newer version',
  WRONG_RECOVERY: 'The recovery secret does not open this wallet',
  NO_RECOVERY: 'The recovery secret is not at hand',
  WRONG_WALLET: 'The service offers another wallet than the one that this device knows',
  STALE_KEY_VERSION: 'The service offers an older key than this device has seen',
  NO_TICKET: 'The ticket of the export is not valid for this wallet, or was used before',
  UNREADABLE: 'What was sealed for the Key Worker cannot be opened',
  NOT_PROVEN: 'What the service stored has not been proven to rebuild the wallet',
  STORAGE: 'This browser does not keep data for the wallet',
  STOPPED: 'The Key Worker was stopped before it answered',
  INTERNAL: 'The Key Worker failed',
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
