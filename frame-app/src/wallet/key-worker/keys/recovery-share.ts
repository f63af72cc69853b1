/**
 * R_d, the recovery share of a wallet, sealed as the services store it. Only a device that has opened the recovery secret r can seal one:
 * the pre-shared key (HPKE, PSK mode) is derived from r, so the public recovery key alone is not enough. It is bound to one wallet: its
 * id, key version, addresses and C. So a service cannot make an R_d for a wallet of its own that it offers to a new device.
 */
import { type SharePlace, sharePlaceText } from '@airlock/protocol/wallet-service/texts.ts'
import { bytesToHex } from 'viem/utils'
import type { Addresses } from './accounts.ts'
import { type Bytes, wipe } from './bytes.ts'
import { addressesText, deriveBytes, recoveryKeyPair } from './recovery.ts'
import { joinSealed, openSealed, type Purpose, sealTo, splitSealed, writePublicKey } from './sealing.ts'

/** A share set, with everything that identifies its wallet. */
export interface SharedWallet extends SharePlace {
  readonly addresses: Addresses
  readonly ciphertext: Bytes
}

export const sealRecoveryShare = (secret: Bytes, share: Bytes, wallet: SharedWallet): Promise<Bytes> =>
  withPurpose(secret, wallet, async (purpose) => {
    const publicKey = await writePublicKey(await recoveryKeyPair(secret))
    return joinSealed(await sealTo(publicKey, share, purpose))
  })

/** @throws {KeyWorkerError} UNREADABLE for another recovery secret, and for any other wallet, set or byte. */
export const openRecoveryShare = (secret: Bytes, sealed: Bytes, wallet: SharedWallet): Promise<Bytes> =>
  withPurpose(secret, wallet, async (purpose) => {
    const { privateKey } = await recoveryKeyPair(secret)
    return openSealed(privateKey, splitSealed(sealed), purpose)
  })

async function withPurpose<T>(
  secret: Bytes,
  { addresses, ciphertext, ...place }: SharedWallet,
  work: (purpose: Purpose) => Promise<T>,
): Promise<T> {
  const psk = await deriveBytes(secret, 'airlock recovery share psk v1')
  try {
    const hash = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', ciphertext)))
    const bound = [sharePlaceText(place), addressesText(addresses), hash].join('|')
    return await work({ info: 'airlock/device-recovery-share/2', place: bound, psk })
  } finally {
    wipe(psk)
  }
}
