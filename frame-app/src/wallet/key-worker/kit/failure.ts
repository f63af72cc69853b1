/** Why a recovery kit does not open, in words for its owner. */
export const kitFailures = {
  NOT_A_KIT: 'This is not a recovery kit.',
  NEWER_VERSION: 'This kit was made by a newer version. Use the page or the command of that version.',
  DAMAGED:
    'This kit is damaged: something is missing or was changed. Use another copy, or compare it with the printed page.',
  WRONG_PASSWORD: 'These words do not open this kit, or it was changed. Check each of the six.',
} as const

export type KitFailure = keyof typeof kitFailures

export class KitError extends Error {
  override readonly name = 'KitError'
  readonly code: KitFailure

  constructor(code: KitFailure, options?: ErrorOptions) {
    super(kitFailures[code], options)
    this.code = code
  }
}
