/** Program-derived addresses of Solana, for metadata accounts. */
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** @throws {RangeError} for a text that is not 32 bytes in base58 */
export function keyBytes(address: string): Uint8Array {
  const bytes = base58.decode(address)
  if (bytes.length !== 32) throw new RangeError('This is no Solana address')
  return bytes
}

/** The first hash, counting down from the highest bump, that is not a valid public key, so that there is no key to sign for it. */
export function deriveAddress(seeds: readonly Uint8Array[], program: string): string {
  const owner = keyBytes(program)
  for (let bump = 255; bump >= 0; bump -= 1) {
    const parts = [...seeds, Uint8Array.of(bump), owner, Buffer.from('ProgramDerivedAddress')]
    const hash = createHash('sha256').update(Buffer.concat(parts)).digest()
    if (!isOnCurve(hash)) return base58.encode(hash)
  }
  throw new RangeError('These seeds have no address')
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}
