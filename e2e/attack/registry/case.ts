/** One row of the attack corpus. */

/** Where the attack lands: the page with our SDK, the modal's frame, the ends of the wallet link, the wallet's frame, its Key Worker, the service, or all. */
export type End = 'page' | 'modal' | 'wallet link' | 'wallet' | 'key worker' | 'service' | 'release'

export type Case = {
  readonly id: `C${number}` | `T${number}`
  readonly title: string
  readonly ends: readonly End[]
  /** `file#name`: the code without which the attack would succeed. */
  readonly defence: readonly string[]
  /**
   * Files whose tests carry the number: browser tests below `e2e/`, unit tests (`*.test.ts`) from the root of the repository.
   * Empty: see `needs`.
   */
  readonly proof: readonly string[]
  /** A capability that does not exist yet; with proofs beside it, the part of the case that waits for it. */
  readonly needs?: string
}

/** A proof that runs without a browser. */
export const isUnitProof = (proof: string): boolean => /\.test\.tsx?$/.test(proof)

/** The path of a proof, from the root of the repository. */
export const pathOfProof = (proof: string): string => (isUnitProof(proof) ? proof : `e2e/${proof}`)
