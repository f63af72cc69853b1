/** Every length, count and time of the wallet service that a client has to know. */
export const serviceLimits = {
  /** Bytes of a request's body. */
  bodyBytes: 64 * 1024,
  /** Digits of a code. */
  otpDigits: 6,
  /** Wrong codes after which a code is dead. */
  otpTries: 5,
  /** Seconds that a long poll is held at most: below the 30 s that a frame waits. */
  maxWait: 25,
  /** Seconds between two mails to one address from one device. */
  resendAfter: 30,
  /** Seconds. */
  otpLifetime: 600,
  flowLifetime: 900,
  accessLifetime: 600,
  /** Seconds for which a nonce is good at least, when its answer arrives. */
  nonceLifetime: 240,
  /** Seconds within which a login counts as a fresh proof. */
  freshProof: 300,
  devicesPerWallet: 20,
  recoveryMethods: 5,
  auditPage: 100,
} as const
