/**
 * New share sets: created here, stored on this device and by the service, verified, and only then activated (custody rule 2). An abandoned
 * candidate was never used; it stays in the vault until another one is settled, because the service may have activated it after all.
 */
import type { NewRecoveryMethod, NewShareSet, StoredShareSet } from '@airlock/protocol/wallet-service/shapes.ts'
import {
  type ActivationSubject,
  activationText,
  commitmentText,
  methodPlaceText,
  sealingInfo,
  sharePlaceText,
} from '@airlock/protocol/wallet-service/texts.ts'
import { bytesToHex } from 'viem/utils'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf, NewRecovery, RequestOf } from '../key-link/surface.ts'
import { fromText, toText, unsealed } from './encoding.ts'
import {
  type Addresses,
  addressesOf,
  evmPublicKeyOf,
  isSameAddresses,
  type LeafKeys,
  leafKeysOf,
} from './keys/accounts.ts'
import { type Bytes, concat, isEqual, random, utf8, wipe, withSecrets } from './keys/bytes.ts'
import { unwrapShare, wrapShare } from './keys/device.ts'
import { entropyLength } from './keys/mnemonic.ts'
import {
  createRecoverySecret,
  type PrfContext,
  recoveryKeyPair,
  splitEscrow,
  wrapWithKey,
  wrapWithPrf,
} from './keys/recovery.ts'
import { openRecoveryShare, sealRecoveryShare } from './keys/recovery-share.ts'
import { openSealed, writePublicKey } from './keys/sealing.ts'
import { joinShares, splitKey } from './keys/shares.ts'
import { openEntropy, sealEntropy, type WalletIdentity, walletKeyLength } from './keys/wallet-key.ts'
import { makeLineage, openFormer, type Replaced } from './lineage.ts'
import type { OpenedAlone, OpenedByOthers } from './opening.ts'
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
  /** The recovery service's halves, compared with what it has stored. */
  readonly halves: ReadonlyMap<string, Bytes>
  readonly isConfirmed: boolean
}

/** A wallet whose key and recovery secret are open. */
type OpenedBy = OpenedByOthers & { readonly userId: string }

export type Candidates = ReturnType<typeof createCandidates>

export function createCandidates(vault: Vault, recipients: Recipients) {
  const candidates = new Map<string, Candidate>()

  const split = async (
    of: OpenedBy,
    purpose: StoredSet['purpose'],
    halves: ReadonlyMap<string, Bytes>,
  ): Promise<NewShareSet> => {
    const { userId, identity, key, ciphertext, keys, recoverySecret, passkeys, keptSecret, lineage } = of
    const setId = crypto.randomUUID()
    const addresses = addressesOf(keys)
    const place = { ...identity, setId }
    return withSecrets(async ({ passing }) => {
      const shares = await splitKey(key)
      const [device, auth, recovery] = [passing(shares.device), passing(shares.auth), passing(shares.recovery)]
      const recoverySealed = await sealRecoveryShare(recoverySecret, recovery, { ...place, addresses, ciphertext })
      const deviceShare = await wrapShare(await vault.deviceKeys(), device, identity)
      const covered = passing(concat(utf8(commitmentText(place)), auth))
      const commitment = new Uint8Array(await crypto.subtle.digest('SHA-256', covered))
      const kept = { ...identity, setId, userId, purpose, addresses, ciphertext, deviceShare, recoverySealed, passkeys }
      await vault.put({ ...kept, ...(keptSecret && { keptSecret }), ...(lineage && { lineage }), state: 'PREPARED' })
      const secrets = { keys, recoverySecret, halves }
      candidates.set(setId, { setId, userId, purpose, identity, addresses, ...secrets, isConfirmed: false })
      return { setId, authShare: toText(auth), recoverySealed: toText(recoverySealed), commitment: toText(commitment) }
    })
  }

  /** All data of a wallet for the service, except its recovery methods. */
  const toStore = async (of: OpenedBy, halves: ReadonlyMap<string, Bytes>) => ({
    ...of.identity,
    ciphertext: toText(of.ciphertext),
    addresses: addressesOf(of.keys),
    evmPublicKey: evmPublicKeyOf(of.keys),
    recoveryPublicKey: toText(await writePublicKey(await recoveryKeyPair(of.recoverySecret))),
    ...(of.lineage && { lineage: of.lineage }),
    shareSet: await split(of, 'wallet', halves),
    recoveryShares: [...halves].map(([methodId, half]) => ({ methodId, share: toText(half) })),
  })

  return {
    /** @param replaced the open wallet in whose place it is created */
    async create({ userId, recovery }: RequestOf<'create'>, replaced?: Replaced): Promise<AnswerOf<'create'>> {
      const keyVersion = (replaced?.record.keyVersion ?? 0) + 1
      const identity = { walletId: crypto.randomUUID(), keyVersion }
      return withSecrets(async ({ passing, keep }) => {
        const [key, entropy] = [passing(random(walletKeyLength)), passing(random(entropyLength))]
        const recoverySecret = keep(createRecoverySecret())
        const ciphertext = await sealEntropy(key, entropy, identity)
        const keys = await leafKeysOf(entropy)
        keep(keys.eip155, keys.solana)
        const wallet = { walletId: identity.walletId, addresses: addressesOf(keys) }
        const ways = await Promise.all(recovery.map((way) => putAway(recoverySecret, wallet, way)))
        const halves = new Map(
          ways.flatMap(({ method, half }) => (half ? [[method.methodId, keep(half)] as const] : [])),
        )
        const passkeys = ways.flatMap(({ passkey }) => passkey ?? [])
        const keptSecret = ways.length === 0 ? await wrapWithKey(recoverySecret, key, identity) : undefined
        const lineage = replaced && (await makeLineage(replaced, { ...identity, addresses: wallet.addresses }, key))
        const of = { userId, identity, key, ciphertext, keys, recoverySecret, passkeys, keptSecret, lineage }
        return { ...(await toStore(of, halves)), methods: ways.map(({ method }) => method) }
      })
    },
    /** Creates a candidate from a wallet that was opened on this device alone, for the service to store. */
    restore: ({ record, passkey, ...opened }: OpenedAlone): Promise<AnswerOf<'restore'>> =>
      givenUpOnError(opened, async () => {
        const { userId, walletId, keyVersion, ciphertext, keptSecret, lineage } = record
        const of = { ...opened, userId, identity: { walletId, keyVersion }, ciphertext, keptSecret, lineage }
        return { ...(await toStore({ ...of, passkeys: [passkey] }, new Map())), methods: [passkeyMethod(passkey)] }
      }),
    split: (of: OpenedBy) => givenUpOnError(of, () => split(of, 'share-set', new Map())),
    async confirm({ setId, echo, recoveryEchoes, nonce }: RequestOf<'confirm'>): Promise<AnswerOf<'confirm'>> {
      const candidate = candidates.get(setId)
      const record = await vault.set(setId)
      if (!candidate) throw new KeyWorkerError('NOT_PROVEN')
      if (!record) throw new KeyWorkerError('NO_WALLET')
      const { identity, purpose, keys, halves } = candidate
      await assertStored(candidate, record, echo, { vault, recipients })
      for (const [methodId, half] of halves) {
        const stored = recoveryEchoes.find((each) => each.methodId === methodId)
        if (!stored) throw new KeyWorkerError('NOT_PROVEN')
        const place = { info: sealingInfo.recoveryShare, place: methodPlaceText(identity.walletId, methodId) }
        const echoed = await recipients.open((own) => openSealed(own, unsealed(stored.sealedShare), place))
        const isSame = isEqual(echoed, half)
        wipe(echoed)
        if (!isSame) throw new KeyWorkerError('NOT_PROVEN')
      }
      candidates.set(setId, { ...candidate, isConfirmed: true })
      return { signature: signActivation(keys, { ...identity, purpose, setId, nonce }) }
    },
    /** Removes and returns a confirmed candidate. @throws {KeyWorkerError} NOT_PROVEN. */
    take(userId: string, setId: string): Candidate {
      const candidate = candidates.get(setId)
      if (candidate?.userId !== userId || !candidate.isConfirmed) throw new KeyWorkerError('NOT_PROVEN')
      candidates.delete(setId)
      return candidate
    },
    /** Wipes the keys of all candidates. Their records stay in the vault. */
    drop(): void {
      for (const candidate of candidates.values()) wipeCandidate(candidate)
      candidates.clear()
    },
  }
}

/** Verifies that each pair of the three shares opens the stored wallet; the device share comes from storage, not from memory. */
async function assertStored(
  candidate: Candidate,
  record: StoredSet,
  echo: StoredShareSet,
  { vault, recipients }: { readonly vault: Vault; readonly recipients: Recipients },
): Promise<void> {
  const { identity, setId, addresses } = candidate
  const isIt =
    echo.walletId === identity.walletId &&
    echo.keyVersion === identity.keyVersion &&
    echo.setId === setId &&
    isSameAddresses(echo.addresses, addresses)
  if (!isIt) throw new KeyWorkerError('NOT_PROVEN')
  const ciphertext = fromText(echo.ciphertext)
  const isSameLineage = JSON.stringify(echo.lineage) === JSON.stringify(record.lineage)
  if (!isEqual(ciphertext, record.ciphertext) || !isSameLineage) throw new KeyWorkerError('NOT_PROVEN')
  const place = { ...identity, setId }
  const purpose = { info: sealingInfo.authShare, place: sharePlaceText(place) }
  await withSecrets(async ({ passing }) => {
    const device = passing(await unwrapShare(await vault.deviceKeys(), record.deviceShare, identity))
    const auth = passing(await recipients.open((own) => openSealed(own, unsealed(echo.sealedAuthShare), purpose)))
    const sealed = fromText(echo.recoverySealed)
    const wallet = { ...place, addresses, ciphertext }
    const recovery = passing(await openRecoveryShare(candidate.recoverySecret, sealed, wallet))
    const [keys, entropies]: [Bytes[], Bytes[]] = [[], []]
    for (const pair of [
      [device, auth],
      [device, recovery],
      [auth, recovery],
    ] as const)
      keys.push(passing(await joinShares(...pair)))
    for (const key of keys) entropies.push(passing(await openEntropy(key, ciphertext, identity)))
    const [first, ...others] = entropies
    if (!first || !others.every((other) => isEqual(first, other))) throw new KeyWorkerError('NOT_PROVEN')
    const rebuilt = await leafKeysOf(first)
    passing(rebuilt.eip155, rebuilt.solana)
    if (!isSameAddresses(addressesOf(rebuilt), addresses)) throw new KeyWorkerError('NOT_PROVEN')
    // From now on, the old key is in the new wallet.
    if (keys[0] && record.lineage?.former !== undefined) {
      const former = await openFormer(keys[0], record)
      wipe(former.eip155, former.solana)
    }
  })
}

export const signActivation = ({ eip155 }: LeafKeys, subject: ActivationSubject): `0x${string}` =>
  signEvmMessage(eip155, { message: bytesToHex(utf8(activationText(subject))) })

/** The candidate owns the secrets that are passed in, so they are wiped if the work fails. The key is wiped in any case. */
async function givenUpOnError<T>(
  { key, keys, recoverySecret }: { readonly key: Bytes; readonly keys: LeafKeys; readonly recoverySecret: Bytes },
  work: () => Promise<T>,
): Promise<T> {
  return withSecrets(({ passing, keep }) => {
    passing(key)
    keep(keys.eip155, keys.solana, recoverySecret)
    return work()
  })
}

export const wipeCandidate = ({ keys, recoverySecret, halves }: Candidate): void =>
  wipe(keys.eip155, keys.solana, recoverySecret, ...halves.values())

interface Way {
  readonly method: NewRecoveryMethod
  /** The recovery service's half. */
  readonly half?: Bytes
  /** The copy that may also be stored on the device. */
  readonly passkey?: StoredSet['passkeys'][number]
}

const passkeyMethod = ({ credentialId, wrappedR }: StoredSet['passkeys'][number]): NewRecoveryMethod => ({
  methodId: crypto.randomUUID(),
  kind: 'passkey',
  wrappedR: toText(wrappedR),
  credentialId,
  params: {},
})

/** Creates a copy of the recovery secret for one recovery method. */
export async function putAway(secret: Bytes, wallet: Omit<PrfContext, 'credentialId'>, way: NewRecovery): Promise<Way> {
  if (way.kind === 'passkey') {
    const { credentialId, prf } = way.passkey
    const wrappedR = await withSecrets(({ passing }) =>
      wrapWithPrf(secret, passing(fromText(prf)), { ...wallet, credentialId }),
    )
    return { method: passkeyMethod({ credentialId, wrappedR }), passkey: { credentialId, wrappedR } }
  }
  const [one, other] = splitEscrow(secret)
  const params = { halves: '2' }
  return { method: { methodId: crypto.randomUUID(), kind: 'escrow', wrappedR: toText(one), params }, half: other }
}
