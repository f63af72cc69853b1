/**
 * Proofs of possession of the device key, one for every request. To save time, the last known key signs while storage is read. If another
 * tab has replaced the key meanwhile, that proof is discarded.
 */
import { type DeviceKeys, type ProofRequest, signProof } from './keys/device.ts'
import type { Vault } from './vault.ts'

export function createProver(vault: Pick<Vault, 'deviceKeys'>): (request: ProofRequest) => Promise<string> {
  let last: DeviceKeys | undefined
  return async (request) => {
    const guess = last
    const early = guess && signProof(guess, request)
    early?.catch(() => {}) // handled where it is returned
    const keys = await vault.deviceKeys()
    if (early && guess.jwk.x === keys.jwk.x && guess.jwk.y === keys.jwk.y) return early
    last = keys
    return signProof(keys, request)
  }
}
