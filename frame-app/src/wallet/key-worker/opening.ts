/**
 * From shares to open keys. Whatever the service sends is held against what this device has seen before: another wallet, other
 * addresses or an older key are refused, however well they open (A20).
 */
import type { StoredShareSet } from '@airlock/protocol/wallet-service/shapes.ts'
import { methodPlaceText, sealingInfo, sharePlaceText } from '@airlock/protocol/wallet-service/texts.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { OpenRecovery, Pin, RequestOf } from '../key-link/surface.ts'
import { type Addresses, addressesOf, isSameAddresses, type LeafKeys, leafKeysOf } from './keys/accounts.ts'
import { type Bytes, wipe } from './keys/bytes.ts'
import { unwrapShare } from './keys/device.ts'
import { joinEscrow, recoveryKeyPair, unwrapWithKey, unwrapWithPrf } from './keys/recovery.ts'
import { openSealed, splitSealed } from './keys/sealing.ts'
import { joinShares } from './keys/shares.ts'
import { openEntropy, type WalletIdentity } from './keys/wallet-key.ts'
import { fromText, recoverySharePurpose, unsealed } from './places.ts'
import type { Recipients } from './recipients.ts'
import type { StoredSet, Vault } from './vault.ts'

export interface Opening {
  /** D and A. The record is that of the stored set. */
  withService(request: RequestOf<'unlock'>): Promise<{
    readonly record: StoredSet
    readonly keys: LeafKeys
    /** Where this device keeps it. */
    readonly recoverySecret?: Bytes | undefined
  }>
  /** D and R, with the passkey's copy of the recovery secret that lies on the device. Whoever takes the key and the secret wipes them. */
  alone(request: RequestOf<'unlockAlone'>): Promise<{
    readonly record: StoredSet
    /** The copy that was opened. */
    readonly passkey: StoredSet['passkeys'][number]
    readonly key: Bytes
    readonly keys: LeafKeys
    readonly recoverySecret: Bytes
  }>
  /** A and R of another device's set; D and A where the set is this device's, and it keeps the recovery secret; D and R with its passkey. */
  fromOthers(request: RequestOf<'enrol'>): Promise<OpenedByOthers>
}

export interface OpenedByOthers {
  readonly identity: WalletIdentity
  /** Whoever takes it wipes it. */
  readonly key: Bytes
  readonly ciphertext: Bytes
  readonly keys: LeafKeys
  readonly recoverySecret: Bytes
  readonly passkeys: StoredSet['passkeys']
  readonly keptSecret?: StoredSet['keptSecret']
}

export function createOpening(vault: Vault, recipients: Recipients): Opening {
  const authShare = (set: StoredShareSet) =>
    recipients.open((own) =>
      openSealed(own, unsealed(set.sealedAuthShare), { info: sealingInfo.authShare, place: sharePlaceText(set) }),
    )

  const opening: Opening = {
    async withService({ userId, stored }) {
      assertPinned(await vault.pin(userId), stored)
      const record = await vault.set(stored.setId)
      if (record?.userId !== userId) throw new KeyWorkerError('NO_WALLET')
      if (record.walletId !== stored.walletId || record.keyVersion !== stored.keyVersion)
        throw new KeyWorkerError('WRONG_WALLET')
      // What the service has not made active may still be given up for another wallet.
      if (record.state === 'PREPARED' && stored.status !== 'ACTIVE') throw new KeyWorkerError('NOT_PROVEN')
      const device = await unwrapShare(await vault.deviceKeys(), record.deviceShare, record)
      const auth = await authShare(stored)
      return { record, ...(await rebuild([device, auth], fromText(stored.ciphertext), record)) }
    },
    async alone({ userId, passkey }) {
      const record = (await vault.setsOf(userId)).find(({ state }) => state === 'ACTIVE')
      const copy = record?.passkeys.find(({ credentialId }) => credentialId === passkey.credentialId)
      if (!record || !copy) throw new KeyWorkerError('NO_WALLET')
      const context = { walletId: record.walletId, credentialId: passkey.credentialId }
      const recoverySecret = await unwrapWithPrf(copy.wrappedR, fromText(passkey.prf), context)
      return wipedOnError([recoverySecret], async () => {
        const device = await unwrapShare(await vault.deviceKeys(), record.deviceShare, record)
        const recovery = await openRecoveryShare(recoverySecret, record.recoverySealed, record)
        const key = await joinShares(device, recovery)
        wipe(device, recovery)
        return wipedOnError([key], async () => {
          const { walletId, keyVersion, ciphertext, addresses } = record
          const keys = await openKeys(key, ciphertext, { walletId, keyVersion }, addresses)
          return { record, passkey: copy, key, keys, recoverySecret }
        })
      })
    },
    async fromOthers({ userId, set, recovery }) {
      assertPinned(await vault.pin(userId), set)
      if (recovery.kind === 'device') return byOwnShare(userId, set)
      if (recovery.kind === 'alone') return byOwnPasskey(userId, recovery.passkey)
      const identity = { walletId: set.walletId, keyVersion: set.keyVersion }
      const auth = await authShare(set)
      const { secret: recoverySecret, passkeys } = await openSecret(recovery, set.walletId)
      const share = await openRecoveryShare(recoverySecret, fromText(set.recoverySealed), set)
      const key = await joinShares(auth, share)
      wipe(auth, share)
      const ciphertext = fromText(set.ciphertext)
      const keys = await openKeys(key, ciphertext, identity, set.addresses)
      return { identity, key, ciphertext, keys, recoverySecret, passkeys }
    },
  }
  return opening

  async function byOwnShare(userId: string, set: StoredShareSet): Promise<OpenedByOthers> {
    const record = await vault.set(set.setId)
    if (record?.userId !== userId || !record.keptSecret) throw new KeyWorkerError('NO_RECOVERY')
    const { walletId, keyVersion, addresses, passkeys, keptSecret } = record
    if (walletId !== set.walletId || keyVersion !== set.keyVersion) throw new KeyWorkerError('WRONG_WALLET')
    const identity = { walletId, keyVersion }
    const [device, auth] = [
      await unwrapShare(await vault.deviceKeys(), record.deviceShare, record),
      await authShare(set),
    ]
    const key = await joinShares(device, auth)
    wipe(device, auth)
    return wipedOnError([key], async () => {
      const ciphertext = fromText(set.ciphertext)
      const keys = await openKeys(key, ciphertext, identity, addresses)
      const recoverySecret = await wipedOnError([keys.eip155, keys.solana], () =>
        unwrapWithKey(keptSecret, key, identity),
      )
      return { identity, key, ciphertext, keys, recoverySecret, passkeys, keptSecret }
    })
  }

  async function byOwnPasskey(userId: string, pressed: RequestOf<'unlockAlone'>['passkey']): Promise<OpenedByOthers> {
    const { record, passkey, key, keys, recoverySecret } = await opening.alone({ userId, passkey: pressed })
    const { walletId, keyVersion, ciphertext, keptSecret } = record
    const identity = { walletId, keyVersion }
    return { identity, key, ciphertext, keys, recoverySecret, passkeys: [passkey], keptSecret }
  }

  async function openSecret(
    recovery: Exclude<OpenRecovery, { kind: 'device' | 'alone' }>,
    walletId: string,
  ): Promise<{ secret: Bytes; passkeys: StoredSet['passkeys'] }> {
    const place = methodPlaceText(walletId, recovery.methodId)
    const wrappedR = await recipients.open((own) =>
      openSealed(own, unsealed(recovery.sealedR), { info: sealingInfo.wrappedR, place }),
    )
    if (recovery.kind === 'passkey') {
      const { credentialId, prf } = recovery.passkey
      const secret = await unwrapWithPrf(wrappedR, fromText(prf), { walletId, credentialId })
      return { secret, passkeys: [{ credentialId, wrappedR }] }
    }
    const { sealedShare } = recovery
    if (!sealedShare) return { secret: wrappedR, passkeys: [] }
    const other = await recipients.open((own) =>
      openSealed(own, unsealed(sealedShare), { info: sealingInfo.recoveryShare, place }),
    )
    const secret = joinEscrow(wrappedR, other)
    wipe(wrappedR, other)
    return { secret, passkeys: [] }
  }
}

async function wipedOnError<T>(secrets: readonly Bytes[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    wipe(...secrets)
    throw error
  }
}

/** @throws {KeyWorkerError} WRONG_WALLET, STALE_KEY_VERSION. */
export function assertPinned(pin: Pin | undefined, offered: Pin): void {
  if (!pin) return
  if (pin.walletId !== offered.walletId || !isSameAddresses(pin.addresses, offered.addresses))
    throw new KeyWorkerError('WRONG_WALLET')
  if (offered.keyVersion < pin.keyVersion) throw new KeyWorkerError('STALE_KEY_VERSION')
}

async function openRecoveryShare(
  secret: Bytes,
  sealed: Bytes,
  set: { readonly walletId: string; readonly setId: string; readonly keyVersion: number },
): Promise<Bytes> {
  const { privateKey } = await recoveryKeyPair(secret)
  try {
    return await openSealed(privateKey, splitSealed(sealed), recoverySharePurpose(set))
  } catch (cause) {
    throw new KeyWorkerError('WRONG_RECOVERY', { cause })
  }
}

async function rebuild(
  shares: readonly [Bytes, Bytes],
  ciphertext: Bytes,
  { walletId, keyVersion, addresses, keptSecret }: StoredSet,
): Promise<{ readonly keys: LeafKeys; readonly recoverySecret?: Bytes | undefined }> {
  const identity = { walletId, keyVersion }
  const key = await joinShares(...shares)
  try {
    const keys = await openKeys(key, ciphertext, identity, addresses)
    return { keys, recoverySecret: keptSecret && (await unwrapWithKey(keptSecret, key, identity)) }
  } finally {
    wipe(key, ...shares)
  }
}

/** @throws {KeyWorkerError} WRONG_SHARES, WRONG_WALLET. */
async function openKeys(
  key: Bytes,
  ciphertext: Bytes,
  identity: WalletIdentity,
  addresses: Addresses,
): Promise<LeafKeys> {
  const entropy = await openEntropy(key, ciphertext, identity)
  const keys = await leafKeysOf(entropy)
  wipe(entropy)
  if (isSameAddresses(addressesOf(keys), addresses)) return keys
  wipe(keys.eip155, keys.solana)
  throw new KeyWorkerError('WRONG_WALLET')
}
