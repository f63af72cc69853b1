/** Every length, count and time limit of the wallet service that a client needs. */
export const serviceLimits = {
  /** Bytes of a request's body. */
  bodyBytes: 64 * 1024,
  /** Digits of a code. */
  otpDigits: 6,
  /** Wrong tries after which a code is invalid. */
  otpTries: 5,
  /** Seconds that a long poll is held at most: below the 30 s that a frame waits. */
  maxWait: 25,
  /** Seconds between two emails to one address from one device. */
  resendAfter: 30,
  /** Seconds. */
  otpLifetime: 600,
  flowLifetime: 900,
  /** From the press to the completion of the login. */
  socialLifetime: 600,
  accessLifetime: 600,
  /** Seconds for which a nonce is still valid at least, when its answer arrives. */
  nonceLifetime: 240,
  /** Seconds within which a login counts as a fresh proof. */
  freshProof: 300,
  /** Seconds for which a login that was removed or replaced can be put back. */
  undoLifetime: 72 * 60 * 60,
  /** Seconds after a change of the account's logins, before its secrets can be exported or its recovery changed. */
  exportWait: 24 * 60 * 60,
  /** Seconds for which the ticket of an export is valid. */
  exportTicketLifetime: 60,
  devicesPerWallet: 20,
  recoveryMethods: 5,
  /** Times that the key of an account can be replaced. */
  predecessors: 20,
  /** Logins of one account. */
  identities: 10,
  auditPage: 100,
} as const
