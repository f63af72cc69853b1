/** Every length, count and time limit of the wallet service that a client needs. */
export const serviceLimits = {
  /** Bytes of a request body. */
  bodyBytes: 64 * 1024,
  /** Digits of a code. */
  otpDigits: 6,
  /** Wrong tries after which a code is invalid. */
  otpTries: 5,
  /** Maximum seconds of a long poll: below the 30 s that a frame waits. */
  maxWait: 25,
  /** Seconds between two emails to one address from one device. */
  resendAfter: 30,
  /** In seconds. */
  otpLifetime: 600,
  flowLifetime: 900,
  /** From the press to the completion of the login, in seconds. */
  socialLifetime: 600,
  accessLifetime: 600,
  /** Minimum seconds for which a nonce is still valid when its answer arrives. */
  nonceLifetime: 240,
  /** Seconds for which a login counts as fresh. */
  freshProof: 300,
  /** Seconds for which a removed or replaced login can be restored. */
  undoLifetime: 72 * 60 * 60,
  /** Seconds after a change of the account's logins before its secrets can be exported or its recovery changed. */
  exportWait: 24 * 60 * 60,
  /** Lifetime of an export ticket in seconds. */
  exportTicketLifetime: 60,
  devicesPerWallet: 20,
  recoveryMethods: 5,
  /** How often the key of an account can be replaced. */
  predecessors: 20,
  /** Maximum logins of one account. */
  identities: 10,
  auditPage: 100,
} as const
