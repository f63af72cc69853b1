/**
 * Opens the keys of a wallet from its shares. Data from the service is compared with what this device has seen before: another wallet,
 * other addresses or an older key are refused, even if they open (A20). A device that is new to the wallet accepts it only with a recovery
 * share that was sealed for exactly this wallet with the recovery secret, which no service has.
 */
import type { Sealed, StoredShareSet } from '@airlock/protocol/wallet-service/shapes.ts'
import { methodPlaceText, sealingInfo, sharePlaceText } from '@airlock/protocol/wallet-service/texts.ts'
import { type FailureCode, KeyWorkerError } from '../key-link/failure.ts'
import type { OpenRecovery, Pin, RequestOf } from '../key-link/surface.ts'
import { fromText, unsealed } from './encoding.ts'
import type { LeafKeys } from './keys/accounts.ts'
import { type Bytes, wipe, withSecrets } from './keys/bytes.ts'
import { unwrapShare } from './keys/device.ts'
import { type HashCost, stretchPassword, unwrapWithPassword } from './keys/password.ts'
import { joinEscrow, unwrapWithKey, unwrapWithPrf } from './keys/recovery.ts'
import { openRecoveryShare } from './keys/recovery-share.ts'
import { openSealed } from './keys/sealing.ts'
import { joinShares } from './keys/shares.ts'
import { openKeys, type WalletIdentity } from './keys/wallet-key.ts'
import { openTypedKit } from './kit/typed-kit.ts'
import { isSame, isSuccessor, openFormer } from './lineage.ts'
import type { Recipients } from './recipients.ts'
import type { StoredSet, Vault } from './vault.ts'

export interface Opening {
  /** With the device share and the authentication share. The record is that of the stored set. */
  withService(request: RequestOf<'unlock'>): Promise<{
    readonly record: StoredSet
    readonly keys: LeafKeys
    /** Set if this device keeps it. */
    readonly recoverySecret?: Bytes | undefined
  }>
  /** The keys of the wallet that this one replaced, from the same shares. The caller must wipe them. */
  former(request: RequestOf<'openFormer'>): Promise<LeafKeys>
  /** With the device share and the recovery share, opened through the passkey's local copy. The caller must wipe the secrets. */
  alone(request: RequestOf<'unlockAlone'>): Promise<OpenedAlone>
  /**
   * With the authentication share and the recovery share of another device's set. For `device`, with this device's own share and the
   * authentication share, if it keeps the recovery secret; for `alone`, as in `alone`.
   */
  fromOthers(request: RequestOf<'enrol'>): Promise<OpenedByOthers>
}

export interface OpenedAlone {
  readonly record: StoredSet
  /** The local copy that was opened; others may have been removed from the account since. */
  readonly passkey: StoredSet['passkeys'][number]
  readonly key: Bytes
  readonly keys: LeafKeys
  readonly recoverySecret: Bytes
}

export interface OpenedByOthers {
  readonly identity: WalletIdentity
  /** The caller must wipe it. */
  readonly key: Bytes
  readonly ciphertext: Bytes
  readonly keys: LeafKeys
  readonly recoverySecret: Bytes
  readonly passkeys: StoredSet['passkeys']
  readonly keptSecret?: StoredSet['keptSecret']
  readonly lineage?: StoredSet['lineage']
}

export function createOpening(vault: Vault, recipients: Recipients, cost: HashCost): Opening {
  const authShare = (set: StoredShareSet) =>
    recipients.open((own) =>
      openSealed(own, unsealed(set.sealedAuthShare), { info: sealingInfo.authShare, place: sharePlaceText(set) }),
    )
  const deviceShare = async (record: StoredSet) => unwrapShare(await vault.deviceKeys(), record.deviceShare, record)

  const opening: Opening = {
    withService: (request) =>
      withOwnShare(request, async (record, key, stored) => {
        const { keptSecret } = record
        return withSecrets(async ({ keep }) => {
          const keys = await openKeys(key, fromText(stored.ciphertext), record)
          keep(keys.eip155, keys.solana)
          return { record, keys, recoverySecret: keptSecret && (await unwrapWithKey(keptSecret, key, record)) }
        })
      }),
    former: (request) => withOwnShare(request, (record, key) => openFormer(key, record)),
    async alone({ userId, passkey }) {
      const record = (await vault.setsOf(userId)).find(({ state }) => state === 'ACTIVE')
      const copy = record?.passkeys.find(({ credentialId }) => credentialId === passkey.credentialId)
      if (!record || !copy) throw new KeyWorkerError('NO_WALLET')
      const { walletId, ciphertext, addresses, recoverySealed } = record
      const context = { walletId, addresses, credentialId: passkey.credentialId }
      return withSecrets(async ({ passing, keep }) => {
        const recoverySecret = keep(await unwrapWithPrf(copy.wrappedR, passing(fromText(passkey.prf)), context))
        const device = passing(await deviceShare(record))
        const recovery = passing(await openRecoveryShare(recoverySecret, recoverySealed, record))
        const key = keep(await joinShares(device, recovery))
        const keys = await openKeys(key, ciphertext, record)
        return { record, passkey: copy, key, keys, recoverySecret }
      }).catch(unreadableAs('WRONG_RECOVERY'))
    },
    async fromOthers({ userId, set, recovery }) {
      assertPinned(await vault.pin(userId), set)
      if (recovery.kind === 'device') return byOwnShare(userId, set)
      if (recovery.kind === 'alone') return byOwnPasskey(userId, recovery.passkey)
      const identity = { walletId: set.walletId, keyVersion: set.keyVersion }
      const ciphertext = fromText(set.ciphertext)
      return withSecrets(async ({ passing, keep }) => {
        const auth = passing(await authShare(set))
        const { secret: recoverySecret, passkeys } = await openSecret(recovery, set, { recipients, cost })
        keep(recoverySecret)
        const sealed = fromText(set.recoverySealed)
        // For a device that has never seen the wallet, this is the only proof that it is the right one.
        const share = await openRecoveryShare(recoverySecret, sealed, { ...set, ciphertext }).catch(
          unreadableAs('WRONG_WALLET'),
        )
        const key = keep(await joinShares(auth, passing(share)))
        const keys = await openKeys(key, ciphertext, set)
        return { identity, key, ciphertext, keys, recoverySecret, passkeys, lineage: set.lineage }
      })
    },
  }
  return opening

  /** Wipes the wallet's key afterwards. */
  async function withOwnShare<T>(
    { userId, stored }: RequestOf<'unlock'>,
    work: (record: StoredSet, key: Bytes, stored: StoredShareSet) => Promise<T>,
  ): Promise<T> {
    assertPinned(await vault.pin(userId), stored)
    const record = await vault.set(stored.setId)
    if (record?.userId !== userId) throw new KeyWorkerError('NO_WALLET')
    if (record.walletId !== stored.walletId || record.keyVersion !== stored.keyVersion)
      throw new KeyWorkerError('WRONG_WALLET')
    // A set that the service has not activated may still be replaced by another wallet.
    if (record.state === 'PREPARED' && stored.status !== 'ACTIVE') throw new KeyWorkerError('NOT_PROVEN')
    return withSecrets(async ({ passing }) => {
      const key = passing(await joinShares(passing(await deviceShare(record)), passing(await authShare(stored))))
      return work(record, key, stored)
    })
  }

  async function byOwnShare(userId: string, set: StoredShareSet): Promise<OpenedByOthers> {
    const record = await vault.set(set.setId)
    if (record?.userId !== userId || !record.keptSecret) throw new KeyWorkerError('NO_RECOVERY')
    const { walletId, keyVersion, passkeys, keptSecret, lineage } = record
    if (walletId !== set.walletId || keyVersion !== set.keyVersion) throw new KeyWorkerError('WRONG_WALLET')
    const identity = { walletId, keyVersion }
    return withSecrets(async ({ passing, keep }) => {
      const key = keep(await joinShares(passing(await deviceShare(record)), passing(await authShare(set))))
      const ciphertext = fromText(set.ciphertext)
      const keys = await openKeys(key, ciphertext, record)
      keep(keys.eip155, keys.solana)
      const recoverySecret = await unwrapWithKey(keptSecret, key, identity)
      return { identity, key, ciphertext, keys, recoverySecret, passkeys, keptSecret, lineage }
    })
  }

  async function byOwnPasskey(userId: string, pressed: RequestOf<'unlockAlone'>['passkey']): Promise<OpenedByOthers> {
    const { record, passkey, key, keys, recoverySecret } = await opening.alone({ userId, passkey: pressed })
    const { walletId, keyVersion, ciphertext, keptSecret, lineage } = record
    const identity = { walletId, keyVersion }
    return { identity, key, ciphertext, keys, recoverySecret, passkeys: [passkey], keptSecret, lineage }
  }
}

/** The recovery secret, and the passkey that opened it. */
async function openSecret(
  recovery: Exclude<OpenRecovery, { kind: 'device' | 'alone' }>,
  { walletId, addresses }: StoredShareSet,
  { recipients, cost }: { readonly recipients: Recipients; readonly cost: HashCost },
): Promise<{ secret: Bytes; passkeys: StoredSet['passkeys'] }> {
  if (recovery.kind === 'kit') {
    const { secret, of } = await openTypedKit(recovery.kit, cost)
    // Its addresses are those of this wallet: the recovery share is bound to them, and opens with this secret only.
    if (of.walletId === walletId) return { secret, passkeys: [] }
    wipe(secret)
    throw new KeyWorkerError('WRONG_WALLET')
  }
  const place = methodPlaceText(walletId, recovery.methodId)
  const opened = (sealed: Sealed, info: string) =>
    recipients.open((own) => openSealed(own, unsealed(sealed), { info, place }))
  return withSecrets(async ({ passing }) => {
    const wrappedR = await opened(recovery.sealedR, sealingInfo.wrappedR)
    if (recovery.kind === 'passkey') {
      const { credentialId, prf } = recovery.passkey
      const secret = await unwrapWithPrf(wrappedR, passing(fromText(prf)), {
        walletId,
        addresses,
        credentialId,
      }).catch(as('WRONG_RECOVERY', 'WRONG_WALLET'))
      return { secret, passkeys: [{ credentialId, wrappedR }] }
    }
    if (recovery.kind === 'password') {
      const { wrapKey, access } = await stretchPassword(recovery.password, fromText(recovery.salt), cost)
      passing(access)
      const secret = await unwrapWithPassword(wrappedR, wrapKey, { purpose: 'method', walletId, addresses }).catch(
        // The service has accepted the password: what it returned is of another wallet.
        as('WRONG_PASSWORD', 'WRONG_WALLET'),
      )
      return { secret, passkeys: [] }
    }
    const other = await opened(recovery.sealedShare, sealingInfo.recoveryShare)
    return { secret: joinEscrow(passing(wrappedR), passing(other)), passkeys: [] }
  })
}

/** Rethrows a failure under the code that fits its meaning here. */
const as = (code: FailureCode, meaning: FailureCode) => (cause: unknown) => {
  throw cause instanceof KeyWorkerError && cause.code === code ? new KeyWorkerError(meaning, { cause }) : cause
}
const unreadableAs = (meaning: FailureCode) => as('UNREADABLE', meaning)

/** @throws {KeyWorkerError} WRONG_WALLET, STALE_KEY_VERSION. */
export function assertPinned(pin: Pin | undefined, offered: Pin & Pick<StoredShareSet, 'lineage'>): void {
  if (!pin) return
  if (offered.keyVersion < pin.keyVersion) throw new KeyWorkerError('STALE_KEY_VERSION')
  if (!isSame(pin, offered) && !isSuccessor(pin, offered)) throw new KeyWorkerError('WRONG_WALLET')
}
