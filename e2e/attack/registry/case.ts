/** One row of the attack corpus. */

/**
 * The end under attack: the page with our SDK, the modal's frame, the ends of the wallet link, the wallet's frame, its
 * Key Worker, the service, or a release.
 */
export type End = 'page' | 'modal' | 'wallet link' | 'wallet' | 'key worker' | 'service' | 'release'

export type Case = {
  readonly id: `C${number}` | `T${number}`
  readonly title: string
  readonly ends: readonly End[]
  /** `file#name`: the code that stops the attack. */
  readonly defence: readonly string[]
  /**
   * Files whose tests have this number: browser tests relative to `e2e/`, unit tests (`*.test.ts`) relative to the
   * repository's root. Empty if there is none yet: see `needs`.
   */
  readonly proof: readonly string[]
  /** A missing feature that the case, or the part of it without a proof, depends on. */
  readonly needs?: string
}

/** Whether a proof runs without a browser. */
export const isUnitProof = (proof: string): boolean => /\.test\.tsx?$/.test(proof)

/** The path of a proof, from the root of the repository. */
export const pathOfProof = (proof: string): string => (isUnitProof(proof) ? proof : `e2e/${proof}`)
