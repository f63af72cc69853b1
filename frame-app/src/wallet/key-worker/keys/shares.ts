/**
 * Splits K into three shares; any two rebuild it. Every device has its own polynomial: two points determine a line, so devices with the
 * same recovery point would all have the same device share. A wrong combination gives a wrong K, with which C does not open.
 */
import { combine, split } from 'shamir-secret-sharing'
import { KeyWorkerError } from '../../key-link/failure.ts'
import type { Bytes } from './bytes.ts'
import { walletKeyLength } from './wallet-key.ts'

/** The key's length plus one byte for the coordinate. */
export const shareLength = walletKeyLength + 1

export interface ShareSet {
  /** Stays on the device, encrypted with a key that cannot be exported. */
  readonly device: Bytes
  /** For the service, which releases it only to this device's session. */
  readonly auth: Bytes
  /** Sealed to the wallet's recovery key before it leaves the Worker. */
  readonly recovery: Bytes
}

export async function splitKey(key: Bytes): Promise<ShareSet> {
  const [device, auth, recovery] = await split(key, 3, 2)
  if (!device || !auth || !recovery) throw new Error('Three shares were asked for')
  return { device: new Uint8Array(device), auth: new Uint8Array(auth), recovery: new Uint8Array(recovery) }
}

/** @throws {KeyWorkerError} WRONG_SHARES if they cannot be two shares. Shares of different sets give a K with which C does not open. */
export async function joinShares(one: Bytes, other: Bytes): Promise<Bytes> {
  try {
    const key = new Uint8Array(await combine([one, other]))
    if (key.length === walletKeyLength) return key
  } catch (cause) {
    throw new KeyWorkerError('WRONG_SHARES', { cause })
  }
  throw new KeyWorkerError('WRONG_SHARES')
}
