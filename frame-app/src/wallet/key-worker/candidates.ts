/**
 * Share sets on their way: made here, kept on this device, stored by the service, proven, and only then active (custody rule 2). A
 * candidate that is given up is a set that nobody has seen; it stays in the vault until another one is settled, because the service may
 * have made it active after all.
 */
import type { NewRecoveryMethod, NewShareSet, StoredShareSet } from '@airlock/protocol/wallet-service/shapes.ts'
import {
  activationText,
  commitmentText,
  methodPlaceText,
  sealingInfo,
  sharePlaceText,
} from '@airlock/protocol/wallet-service/texts.ts'
import { bytesToHex } from 'viem/utils'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf, NewRecovery, RequestOf } from '../key-link/surface.ts'
import {
  type Addresses,
  addressesOf,
  evmPublicKeyOf,
  isSameAddresses,
  type LeafKeys,
  leafKeysOf,
} from './keys/accounts.ts'
import { type Bytes, concat, isEqual, random, utf8, wipe } from './keys/bytes.ts'
import { unwrapShare, wrapShare } from './keys/device.ts'
import { entropyLength } from './keys/mnemonic.ts'
import { createRecoverySecret, recoveryKeyPair, splitEscrow, wrapWithKey, wrapWithPrf } from './keys/recovery.ts'
import { joinSealed, openSealed, sealTo, splitSealed, writePublicKey } from './keys/sealing.ts'
import { joinShares, splitKey } from './keys/shares.ts'
import { openEntropy, sealEntropy, type WalletIdentity, walletKeyLength } from './keys/wallet-key.ts'
import { fromText, recoverySharePurpose, toText, unsealed } from './places.ts'
import type { Recipients } from './recipients.ts'
import { signEvmMessage } from './signing/evm.ts'
import type { StoredSet, Vault } from './vault.ts'

export interface Candidate {
  readonly setId: string
  readonly userId: string
  readonly purpose: StoredSet['purpose']
  readonly identity: WalletIdentity
  readonly keys: LeafKeys
  readonly addresses: Addresses
  readonly recoverySecret: Bytes
  /** The recovery service's halves, which it has to show again. */
  readonly halves: ReadonlyMap<string, Bytes>
  readonly isConfirmed: boolean
}

export interface Candidates {
  create(request: RequestOf<'create'>): Promise<AnswerOf<'create'>>
  /** A wallet that was opened on this device alone, as one that the service has yet to store. */
  restore(of: {
    readonly record: StoredSet
    /** The one that was pressed: of any other nobody knows here whether it was removed since. */
    readonly passkey: StoredSet['passkeys'][number]
    readonly key: Bytes
    readonly keys: LeafKeys
    readonly recoverySecret: Bytes
  }): Promise<AnswerOf<'restore'>>
  /** A set for a wallet whose key and recovery secret have been opened. */
  split(of: {
    readonly userId: string
    readonly identity: WalletIdentity
    readonly key: Bytes
    readonly ciphertext: Bytes
    readonly keys: LeafKeys
    readonly recoverySecret: Bytes
    readonly passkeys: StoredSet['passkeys']
    readonly keptSecret?: StoredSet['keptSecret']
  }): Promise<NewShareSet>
  confirm(request: RequestOf<'confirm'>): Promise<AnswerOf<'confirm'>>
  /** Gives a confirmed candidate away. @throws {KeyWorkerError} NOT_PROVEN. */
  take(userId: string, setId: string): Candidate
  /** Forgets the keys of those that wait. Their records stay in the vault. */
  drop(): void
}

export function createCandidates(vault: Vault, recipients: Recipients): Candidates {
  const candidates = new Map<string, Candidate>()

  const split = async (
    of: Parameters<Candidates['split']>[0],
    purpose: StoredSet['purpose'],
    halves: ReadonlyMap<string, Bytes>,
  ): Promise<NewShareSet> => {
    const { userId, identity, key, ciphertext, keys, recoverySecret, passkeys, keptSecret } = of
    const setId = crypto.randomUUID()
    const addresses = addressesOf(keys)
    const shares = await splitKey(key)
    const place = { ...identity, setId }
    const publicKey = await writePublicKey(await recoveryKeyPair(recoverySecret))
    const recoverySealed = joinSealed(await sealTo(publicKey, shares.recovery, recoverySharePurpose(place)))
    const deviceShare = await wrapShare(await vault.deviceKeys(), shares.device, identity)
    const record = { ...identity, setId, userId, purpose, addresses, ciphertext, deviceShare, recoverySealed, passkeys }
    await vault.put({ ...record, ...(keptSecret && { keptSecret }), state: 'PREPARED' })
    candidates.set(setId, {
      setId,
      userId,
      purpose,
      identity,
      keys,
      addresses,
      recoverySecret,
      halves,
      isConfirmed: false,
    })
    const covered = concat(utf8(commitmentText(place)), shares.auth)
    const commitment = new Uint8Array(await crypto.subtle.digest('SHA-256', covered))
    const set = {
      setId,
      authShare: toText(shares.auth),
      recoverySealed: toText(recoverySealed),
      commitment: toText(commitment),
    }
    wipe(shares.device, shares.auth, shares.recovery, covered)
    return set
  }

  /** All of a wallet that the service gets, besides the ways to recover it. */
  const toStore = async (of: Parameters<Candidates['split']>[0], halves: ReadonlyMap<string, Bytes>) => ({
    ...of.identity,
    ciphertext: toText(of.ciphertext),
    addresses: addressesOf(of.keys),
    evmPublicKey: evmPublicKeyOf(of.keys),
    recoveryPublicKey: toText(await writePublicKey(await recoveryKeyPair(of.recoverySecret))),
    shareSet: await split(of, 'wallet', halves),
    recoveryShares: [...halves].map(([methodId, half]) => ({ methodId, share: toText(half) })),
  })

  return {
    async create({ userId, recovery }) {
      const identity = { walletId: crypto.randomUUID(), keyVersion: 1 }
      const [key, entropy, recoverySecret] = [random(walletKeyLength), random(entropyLength), createRecoverySecret()]
      const ciphertext = await sealEntropy(key, entropy, identity)
      const keys = await leafKeysOf(entropy)
      const ways = await Promise.all(recovery.map((way) => putAway(recoverySecret, identity.walletId, way)))
      const halves = new Map(ways.flatMap(({ method, half }) => (half ? [[method.methodId, half] as const] : [])))
      const passkeys = ways.flatMap(({ passkey }) => passkey ?? [])
      const keptSecret = ways.length === 0 ? await wrapWithKey(recoverySecret, key, identity) : undefined
      const of = { userId, identity, key, ciphertext, keys, recoverySecret, passkeys, keptSecret }
      const created = await toStore(of, halves)
      wipe(key, entropy)
      return { ...created, methods: ways.map(({ method }) => method) }
    },
    async restore({ record, passkey, key, keys, recoverySecret }) {
      const { userId, walletId, keyVersion, ciphertext, keptSecret } = record
      const of = { userId, identity: { walletId, keyVersion }, key, ciphertext, keys, recoverySecret, keptSecret }
      const created = await toStore({ ...of, passkeys: [passkey] }, new Map())
      return { ...created, methods: [passkeyMethod(passkey)] }
    },
    split: (of) => split(of, 'share-set', new Map()),
    async confirm({ setId, echo, recoveryEchoes, nonce }) {
      const candidate = candidates.get(setId)
      const record = await vault.set(setId)
      if (!candidate) throw new KeyWorkerError('NOT_PROVEN')
      if (!record) throw new KeyWorkerError('NO_WALLET')
      const { identity, purpose, keys, halves } = candidate
      await assertStored(candidate, record, echo)
      for (const [methodId, half] of halves) {
        const stored = recoveryEchoes.find((each) => each.methodId === methodId)
        if (!stored) throw new KeyWorkerError('NOT_PROVEN')
        const place = { info: sealingInfo.recoveryShare, place: methodPlaceText(identity.walletId, methodId) }
        const echoed = await recipients.open((own) => openSealed(own, unsealed(stored.sealedShare), place))
        if (!isEqual(echoed, half)) throw new KeyWorkerError('NOT_PROVEN')
      }
      candidates.set(setId, { ...candidate, isConfirmed: true })
      const text = activationText({ ...identity, purpose, setId, nonce })
      return { signature: signEvmMessage(keys.eip155, { message: bytesToHex(utf8(text)) }) }
    },
    take(userId, setId) {
      const candidate = candidates.get(setId)
      if (candidate?.userId !== userId || !candidate.isConfirmed) throw new KeyWorkerError('NOT_PROVEN')
      candidates.delete(setId)
      return candidate
    },
    drop() {
      for (const { keys, recoverySecret } of candidates.values()) wipe(keys.eip155, keys.solana, recoverySecret)
      candidates.clear()
    },
  }

  /** Every two of the three shares open what was stored, the device's own from its storage and not from memory. */
  async function assertStored(candidate: Candidate, record: StoredSet, echo: StoredShareSet): Promise<void> {
    const { identity, setId, addresses } = candidate
    const isIt =
      echo.walletId === identity.walletId &&
      echo.keyVersion === identity.keyVersion &&
      echo.setId === setId &&
      isSameAddresses(echo.addresses, addresses)
    if (!isIt) throw new KeyWorkerError('NOT_PROVEN')
    const place = { ...identity, setId }
    const device = await unwrapShare(await vault.deviceKeys(), record.deviceShare, identity)
    const auth = await recipients.open((own) =>
      openSealed(own, unsealed(echo.sealedAuthShare), { info: sealingInfo.authShare, place: sharePlaceText(place) }),
    )
    const { privateKey } = await recoveryKeyPair(candidate.recoverySecret)
    const sealed = splitSealed(fromText(echo.recoverySealed))
    const recovery = await openSealed(privateKey, sealed, recoverySharePurpose(place))
    const ciphertext = fromText(echo.ciphertext)
    if (!isEqual(ciphertext, record.ciphertext)) throw new KeyWorkerError('NOT_PROVEN')
    const entropies: Bytes[] = []
    for (const pair of [
      [device, auth],
      [device, recovery],
      [auth, recovery],
    ] as const) {
      const key = await joinShares(...pair)
      entropies.push(await openEntropy(key, ciphertext, identity))
      wipe(key)
    }
    const [first, ...others] = entropies
    if (!first || !others.every((other) => isEqual(first, other))) throw new KeyWorkerError('NOT_PROVEN')
    const rebuilt = await leafKeysOf(first)
    const isSame = isSameAddresses(addressesOf(rebuilt), addresses)
    wipe(device, auth, recovery, ...entropies, rebuilt.eip155, rebuilt.solana)
    if (!isSame) throw new KeyWorkerError('NOT_PROVEN')
  }
}

interface Way {
  readonly method: NewRecoveryMethod
  /** For the recovery service. */
  readonly half?: Bytes
  /** What may also lie on the device. */
  readonly passkey?: StoredSet['passkeys'][number]
}

const passkeyMethod = ({ credentialId, wrappedR }: StoredSet['passkeys'][number]): NewRecoveryMethod => ({
  methodId: crypto.randomUUID(),
  kind: 'passkey',
  wrappedR: toText(wrappedR),
  credentialId,
  params: {},
})

/** One copy of the recovery secret, for one way to release it. */
export async function putAway(secret: Bytes, walletId: string, way: NewRecovery): Promise<Way> {
  if (way.kind === 'passkey') {
    const { credentialId, prf } = way.passkey
    const wrappedR = await wrapWithPrf(secret, fromText(prf), { walletId, credentialId })
    return { method: passkeyMethod({ credentialId, wrappedR }), passkey: { credentialId, wrappedR } }
  }
  const escrow = (wrapped: Bytes): NewRecoveryMethod => ({
    methodId: crypto.randomUUID(),
    kind: 'escrow',
    wrappedR: toText(wrapped),
    params: { halves: String(way.halves) },
  })
  if (way.halves === 1) return { method: escrow(secret) }
  const [one, other] = splitEscrow(secret)
  return { method: escrow(one), half: other }
}
