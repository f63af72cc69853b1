/**
 * Proofs of the device key, one with every request. The key that was there the last time signs while storage is asked whether it still is:
 * another tab may have exchanged it. A proof by a key that is gone is not handed out.
 */
import { type DeviceKeys, type ProofRequest, signProof } from './keys/device.ts'
import type { Vault } from './vault.ts'

export function createProver(vault: Pick<Vault, 'deviceKeys'>): (request: ProofRequest) => Promise<string> {
  let last: DeviceKeys | undefined
  return async (request) => {
    const guess = last
    const early = guess && signProof(guess, request)
    early?.catch(() => {}) // told where it is used
    const keys = await vault.deviceKeys()
    if (early && guess.jwk.x === keys.jwk.x && guess.jwk.y === keys.jwk.y) return early
    last = keys
    return signProof(keys, request)
  }
}
