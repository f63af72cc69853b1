/**
 * K in three shares of which any two rebuild it. Every device gets a polynomial of its own: two points fix a line, so devices
 * with one common recovery point would all hold the same device share. A wrong combination gives a wrong K; the tag of C tells.
 */
import { combine, split } from 'shamir-secret-sharing'
import { KeyWorkerError } from '../../key-link/failure.ts'
import type { Bytes } from './bytes.ts'
import { walletKeyLength } from './wallet-key.ts'

/** The key's length and the coordinate. */
export const shareLength = walletKeyLength + 1

export interface ShareSet {
  /** Stays on the device, under a key that cannot be exported. */
  readonly device: Bytes
  /** For the service, which gives it out to this device's session alone. */
  readonly auth: Bytes
  /** Sealed to the wallet's recovery key before it goes anywhere. */
  readonly recovery: Bytes
}

export async function splitKey(key: Bytes): Promise<ShareSet> {
  const [device, auth, recovery] = await split(key, 3, 2)
  if (!device || !auth || !recovery) throw new Error('Three shares were asked for')
  return { device: new Uint8Array(device), auth: new Uint8Array(auth), recovery: new Uint8Array(recovery) }
}

/** @throws {KeyWorkerError} WRONG_SHARES for what cannot be two shares of one set. Whether they are, C decides. */
export async function joinShares(one: Bytes, other: Bytes): Promise<Bytes> {
  try {
    const key = new Uint8Array(await combine([one, other]))
    if (key.length === walletKeyLength) return key
  } catch (cause) {
    throw new KeyWorkerError('WRONG_SHARES', { cause })
  }
  throw new KeyWorkerError('WRONG_SHARES')
}
