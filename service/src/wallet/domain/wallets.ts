/**
 * Wallets and the service's shares. Guarantees: "stored" is answered only after reading back the committed data; a
 * wallet becomes active, and a share set usable, only with a signature by the wallet's key; one active wallet per user.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestOf, ResponseOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { ServiceErrorCode } from '@airlock/protocol/wallet-service/errors.ts'
import type { ExportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import {
  type RecoveryMethod as MethodAnswer,
  type NewRecoveryMethod,
  type NewShareSet,
  type PasswordAccess,
  PasswordParams,
  passwordCopyLength,
  type StoredShareSet,
} from '@airlock/protocol/wallet-service/shapes.ts'
import {
  type ActivationSubject,
  activationText,
  commitmentText,
  methodPlaceText,
  type SharePlace,
  sealingInfo,
  sharePlaceText,
} from '@airlock/protocol/wallet-service/texts.ts'
import { isAddressEqual, verifyMessage } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import type { RecoveryMethod, ShareSet, ShareSetInfo, Wallet } from '../../store/contract/wallets.ts'
import type { Repositories } from '../../store/store.ts'
import { fromBase64url, newId, toBase64url } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import type { AuditName } from './audit.ts'
import type { Signed } from './caller.ts'
import { createTools, type WalletContext } from './context.ts'
import { custodyLevel, isInHalves } from './custody-level.ts'
import { addressesOf, createReplacements, lineageOf, toHex } from './replacements.ts'
import { sealTo } from './sealing.ts'
import { requireFreshLogin } from './sessions.ts'
import { createSettled } from './settled.ts'

type Request<N extends keyof WalletEndpoints> = RequestOf<WalletEndpoints, N>
type Answer<N extends keyof WalletEndpoints> = Promise<ResponseOf<WalletEndpoints, N>>
type InWallet = Signed & { readonly walletId: string }

type Rule<N extends keyof WalletEndpoints, Who = InWallet> = (who: Who, request: Request<N>) => Answer<N>

export type WalletRules = {
  readonly list: (who: Signed) => Answer<'wallets'>
  readonly create: Rule<'walletCreate', Signed>
  readonly activate: Rule<'walletActivate'>
  readonly share: Rule<'walletShare'>
  readonly addSet: Rule<'shareSetCreate'>
  readonly activateSet: Rule<'shareSetActivate', InWallet & { readonly setId: string }>
  readonly removeSet: Rule<'shareSetDelete', InWallet & { readonly setId: string }>
  readonly openRecovery: Rule<'recoveryOpen'>
  readonly addMethod: Rule<'recoveryMethodAdd'>
  readonly endFormer: (who: InWallet) => Promise<ResponseOf<ExportEndpoints, 'formerEnd'>>
  readonly removeMethod: Rule<'recoveryMethodDelete', InWallet & { readonly methodId: string }>
}

export function createWalletRules(context: WalletContext): WalletRules {
  const { store, lookup, outside, settings } = context
  const { rates, audit, notices } = createTools(context)
  const settled = createSettled(store)
  const replacements = createReplacements({ store, settled })

  return {
    async list({ live: { session, device } }) {
      const wallet = await store.wallets.findActive(session.userId)
      if (!wallet) return { shareSets: [], methods: [] }
      const sets = await store.shareSets.ofWallet(wallet.id)
      return {
        wallet: {
          walletId: wallet.name,
          keyVersion: wallet.keyVersion,
          ciphertext: toBase64url(wallet.ciphertext),
          addresses: addressesOf(wallet),
          ...lineageOf(wallet),
          recoveryPublicKey: toBase64url(wallet.recoveryPub),
          createdAt: wallet.createdAt,
        },
        shareSets: sets.filter(isLive).flatMap((set) => {
          const isMine = set.deviceId === device.id
          if (!isMine && set.status !== 'ACTIVE') return []
          const { id: setId, deviceId, keyVersion, status } = set
          return [{ setId, walletId: wallet.name, deviceId, keyVersion, status, isMine }]
        }),
        methods: await methodsOf(wallet.id),
      }
    },

    async create(who, request) {
      const { session, device } = who.live
      const { walletId, keyVersion, shareSet, recipient } = request
      if (!isAddressEqual(publicKeyToAddress(request.evmPublicKey), request.addresses.eip155))
        throw new Refusal('BAD_REQUEST')
      requireCommitment(shareSet, { walletId, setId: shareSet.setId, keyVersion })
      for (const method of request.methods) requireOffered(method)
      const now = outside.now()
      const replaces = await replacements.requireReplaced(who, request, now)
      const outcome = await store.transaction(async (tx) => {
        const stored = await tx.wallets.create({
          id: newId(outside),
          name: walletId,
          userId: session.userId,
          keyVersion,
          ciphertext: fromBase64url(request.ciphertext),
          evmAddress: request.addresses.eip155,
          evmPub: request.evmPublicKey,
          solAddress: request.addresses.solana,
          recoveryPub: fromBase64url(request.recoveryPublicKey),
          lineage: request.lineage && JSON.stringify(request.lineage),
          replaces,
          shareSet: toSet(shareSet, device.id, keyVersion),
          methods: request.methods.map(toMethod),
          now,
        })
        if (stored === 'CREATED') await note(tx, who, 'wallet.created')
        return stored
      })
      if (outcome === 'WALLET_EXISTS') throw new Refusal('WALLET_EXISTS')
      if (outcome === 'ID_TAKEN') throw new Refusal('CONTENT_MISMATCH')
      return readBack({ ...who, walletId }, shareSet.setId, recipient)
    },

    async activate(who, { signature, nonce }) {
      const { session, device } = who.live
      const wallet = await requireWallet(who)
      const sets = await store.shareSets.ofWallet(wallet.id)
      const first = sets.find((set) => set.deviceId === device.id && isLive(set))
      if (!first) throw new Refusal('WALLET_UNKNOWN')
      await requireSignature(wallet, { purpose: 'wallet', setId: first.id, nonce, device: device.id, signature })
      const now = outside.now()
      const outcome = await store.transaction(async (tx) => {
        await tx.accounts.lock(session.userId)
        const { id: walletId, keyVersion } = wallet
        const candidate = { walletId, setId: first.id, userId: session.userId, keyVersion, now }
        const activated = await tx.wallets.activate(candidate)
        if (activated === 'ACTIVATED') {
          await storeLevel(tx, wallet)
          await note(tx, who, 'wallet.activated')
          if (wallet.replaces !== undefined) await replaced(tx, who, now)
        }
        return activated
      })
      if (outcome === 'WALLET_EXISTS') throw new Refusal('WALLET_EXISTS')
      if (outcome === 'UNKNOWN') throw new Refusal('WALLET_UNKNOWN')
      return { status: 'ACTIVE' }
    },

    async share(who, { recipient }) {
      const { device } = who.live
      const wallet = await requireKept(who)
      const mine = (await store.shareSets.ofWallet(wallet.id)).filter((set) => set.deviceId === device.id)
      const set = mine.find(({ status }) => status === 'ACTIVE') ?? mine.find(({ status }) => status === 'PENDING')
      const open = set && (await store.shareSets.find(wallet.id, set.id))
      if (!open) throw new Refusal('SHARE_SET_UNKNOWN')
      const answer = await answerSet(wallet, open, recipient)
      return { ...answer, ...(open.status === 'PENDING' && { nonce: activationNonce(open.id, device.id) }) }
    },

    async addSet(who, { keyVersion, shareSet, recipient }) {
      const { live } = who
      const now = outside.now()
      requireFreshLogin(live, now)
      const wallet = await requireActive(who)
      requireCommitment(shareSet, { walletId: wallet.name, setId: shareSet.setId, keyVersion })
      const outcome = await store.transaction(async (tx) => {
        await tx.accounts.lock(live.session.userId)
        const set = toSet(shareSet, live.device.id, keyVersion)
        const added = await tx.shareSets.add({ ...set, walletId: wallet.id, max: serviceLimits.devicesPerWallet, now })
        if (added === 'ADDED') await note(tx, who, 'share.added')
        return added
      })
      if (outcome !== 'ADDED' && outcome !== 'SAME') throw new Refusal(refused[outcome])
      return readBack(who, shareSet.setId, recipient)
    },

    async activateSet({ setId, ...who }, { signature, nonce }) {
      const { device, session } = who.live
      const wallet = await requireActive(who)
      const set = await requireOwnSet(wallet, setId, device.id)
      if (set.keyVersion !== wallet.keyVersion) throw new Refusal('KEY_VERSION_STALE')
      await requireSignature(wallet, { purpose: 'share-set', setId, nonce, device: device.id, signature })
      if (set.status === 'ACTIVE') return { status: 'ACTIVE' }
      const outcome = await store.transaction(async (tx) => {
        await tx.accounts.lock(session.userId)
        const max = serviceLimits.devicesPerWallet
        const activated = await tx.shareSets.activate({ setId, walletId: wallet.id, max })
        if (activated === 'ACTIVATED') await note(tx, who, 'share.activated')
        return activated
      })
      if (outcome === 'TOO_MANY') throw new Refusal('TOO_MANY')
      if (outcome === 'UNKNOWN') throw new Refusal('SHARE_SET_UNKNOWN')
      return { status: 'ACTIVE' }
    },

    async removeSet({ setId, ...who }) {
      const wallet = await requireWallet(who)
      const set = (await store.shareSets.ofWallet(wallet.id)).find(({ id }) => id === setId)
      if (!set) throw new Refusal('SHARE_SET_UNKNOWN')
      if (set.deviceId !== who.live.device.id) requireFreshLogin(who.live, outside.now())
      await store.transaction(async (tx) => {
        const outcome = await tx.shareSets.revoke({ setId, walletId: wallet.id })
        if (outcome === 'LAST_SET') throw new Refusal('LAST_SHARE_SET')
        if (outcome === 'UNKNOWN') throw new Refusal('SHARE_SET_UNKNOWN')
        await note(tx, who, 'share.revoked')
      })
      return { ok: true }
    },

    async openRecovery(who, { recipient, password }) {
      const now = outside.now()
      requireFreshLogin(who.live, now)
      const wallet = await requireKept(who)
      if (wallet.status !== 'ACTIVE') throw new Refusal('WALLET_UNKNOWN')
      await rates.hit('recoveriesOfUserPerHour', who.live.session.userId, now)
      const set = await store.shareSets.newest(wallet.id)
      if (!set) throw new Refusal('SHARE_SET_UNKNOWN')
      const all = await store.recoveryMethods.ofWallet(wallet.id)
      if (password && !all.some((method) => isProven(method, password))) {
        await store.transaction((tx) => note(tx, who, 'recovery.refused'))
        throw new Refusal('PASSWORD_WRONG')
      }
      const methods = all.filter((method) => method.kind !== 'password' || (password && isProven(method, password)))
      await store.transaction((tx) => note(tx, who, 'recovery.opened'))
      return {
        set: await answerSet(wallet, set, recipient),
        methods: await Promise.all(
          methods.map(async (method) => {
            const { methodId, kind, params } = answerMethod(method)
            const place = methodPlaceText(wallet.name, methodId)
            const sealedR = await sealTo(recipient, { info: sealingInfo.wrappedR, place, open: copyOf(method) })
            return { methodId, kind, params, sealedR }
          }),
        ),
      }
    },

    async addMethod(who, method) {
      const now = outside.now()
      requireFreshLogin(who.live, now)
      await settled.requireNoneRemoved(who.live.session.userId, now)
      requireOffered(method)
      const wallet = await requireActive(who)
      const outcome = await store.transaction(async (tx) => {
        await tx.accounts.lock(who.live.session.userId)
        const max = serviceLimits.recoveryMethods
        const added = await tx.recoveryMethods.add({ ...toMethod(method), walletId: wallet.id, max, now })
        if (added === 'ADDED') {
          await storeLevel(tx, wallet)
          await note(tx, who, 'recovery.added')
        }
        return added
      })
      if (outcome !== 'ADDED' && outcome !== 'SAME') throw new Refusal(refused[outcome])
      return { methods: await methodsOf(wallet.id) }
    },

    async removeMethod({ methodId, ...who }) {
      const now = outside.now()
      requireFreshLogin(who.live, now)
      await settled.requireNoneRemoved(who.live.session.userId, now)
      const wallet = await requireActive(who)
      const outcome = await store.transaction(async (tx) => {
        await tx.accounts.lock(who.live.session.userId)
        const removed = await tx.recoveryMethods.remove({ methodId, walletId: wallet.id })
        if (removed === 'REMOVED') {
          await storeLevel(tx, wallet)
          await note(tx, who, 'recovery.removed')
        }
        return removed
      })
      if (outcome === 'LAST_METHOD') throw new Refusal('LAST_METHOD')
      if (outcome === 'UNKNOWN') throw new Refusal('RECOVERY_UNKNOWN')
      return { methods: await methodsOf(wallet.id) }
    },

    async endFormer(who) {
      const { live, caller } = who
      const now = outside.now()
      requireFreshLogin(live, now)
      const wallet = await requireActive(who)
      const { lineage } = lineageOf(wallet)
      if (!lineage?.former) return { ok: true }
      const { former: _, ...left } = lineage
      await store.transaction(async (tx) => {
        const { userId } = live.session
        await tx.wallets.endReplaced({ walletId: wallet.id, userId, lineage: JSON.stringify(left) })
        await note(tx, who, 'wallet.ended')
        await notices.tellAll(tx, userId, { kind: 'wallet-ended', ...notices.from(live, caller) }, now)
      })
      return { ok: true }
    },
  }

  /** Also returns a candidate, and a wallet that was replaced. Another user's wallet is reported as unknown. */
  async function requireKept({ walletId, live }: InWallet): Promise<Wallet> {
    const wallet = await store.wallets.findNamed(live.session.userId, walletId)
    if (!wallet || wallet.status === 'ABANDONED') throw new Refusal('WALLET_UNKNOWN')
    return wallet
  }

  /** A wallet that was replaced still opens, but nothing in it changes. */
  async function requireWallet(who: InWallet): Promise<Wallet> {
    const wallet = await requireKept(who)
    if (wallet.replacedAt !== undefined) throw new Refusal('WALLET_UNKNOWN')
    return wallet
  }

  async function requireActive(who: InWallet): Promise<Wallet> {
    const wallet = await requireWallet(who)
    if (wallet.status !== 'ACTIVE') throw new Refusal('WALLET_UNKNOWN')
    return wallet
  }

  async function requireOwnSet(wallet: Wallet, setId: string, deviceId: string): Promise<ShareSet> {
    const set = await store.shareSets.find(wallet.id, setId)
    if (set?.deviceId !== deviceId) throw new Refusal('SHARE_SET_UNKNOWN')
    return set
  }

  /** Rejects methods that are not offered: no secret is stored whole here. */
  function requireOffered(method: NewRecoveryMethod): void {
    const isOffered = settings.recoveryKinds.includes(method.kind) && (method.kind !== 'escrow' || isInHalves(method))
    if (!isOffered) throw new Refusal('RECOVERY_REFUSED')
    if (method.kind === 'password' && !isPasswordCopy(method)) throw new Refusal('BAD_REQUEST')
  }

  async function requireSignature(
    wallet: Wallet,
    given: Omit<ActivationSubject, 'walletId' | 'keyVersion'> & {
      readonly device: string
      readonly signature: `0x${string}`
    },
  ): Promise<void> {
    const { purpose, setId, nonce, device, signature } = given
    const message = activationText({ purpose, setId, nonce, walletId: wallet.name, keyVersion: wallet.keyVersion })
    const address = toHex(wallet.evmAddress)
    const isRight =
      nonce === activationNonce(setId, device) &&
      // The library throws on a malformed signature.
      (await verifyMessage({ address, message, signature }).catch(() => false))
    if (!isRight) throw new Refusal('SIGNATURE_INVALID')
  }

  /** Derived, not stored: known only to the client that received it, and valid only for this set on this device. */
  function activationNonce(setId: string, deviceId: string): string {
    return lookup('ticket', `activate|${setId}|${deviceId}`)
  }

  /** Separate read after the commit, so that it proves what was stored. */
  async function readBack({ live: { session, device }, walletId }: InWallet, setId: string, recipient: string) {
    const deviceId = device.id
    const wallet = await store.wallets.findNamed(session.userId, walletId)
    const set = wallet && (await requireOwnSet(wallet, setId, deviceId))
    if (!wallet || !set) throw new Refusal('CONTENT_MISMATCH')
    const echo = await answerSet(wallet, set, recipient)
    return { status: echo.status, nonce: activationNonce(setId, deviceId), echo }
  }

  async function methodsOf(walletId: string): Promise<MethodAnswer[]> {
    return (await store.recoveryMethods.ofWallet(walletId)).map(answerMethod)
  }

  /** Whoever used the old key on another device has to sign in again, and is asked for the recovery of the new one. */
  async function replaced(tx: Repositories, who: Signed, now: number): Promise<void> {
    const { userId, deviceId: own } = who.live.session
    for (const { id, status } of await tx.devices.ofUser(userId))
      if (id !== own && status === 'ACTIVE') await tx.devices.revoke({ deviceId: id, userId, now })
    await note(tx, who, 'wallet.replaced')
    await notices.tellAll(tx, userId, { kind: 'wallet-replaced', ...notices.from(who.live, who.caller) }, now)
  }

  async function storeLevel(tx: Repositories, wallet: Wallet): Promise<void> {
    const methods = (await tx.recoveryMethods.ofWallet(wallet.id)).map(answerMethod)
    const level = custodyLevel({ methods, isRecoveryApart: settings.isRecoveryApart })
    await tx.accounts.setCustodyLevel(wallet.userId, level)
  }

  async function note(tx: Repositories, { live, caller }: Signed, event: AuditName): Promise<void> {
    const { userId, deviceId } = live.session
    await audit(tx.audit, caller, { event, userId, deviceId }, outside.now())
  }
}

/** Why a set or a method was not added. */
const refused = {
  ID_TAKEN: 'CONTENT_MISMATCH',
  KEY_VERSION_STALE: 'KEY_VERSION_STALE',
  TOO_MANY: 'TOO_MANY',
  UNKNOWN_WALLET: 'WALLET_UNKNOWN',
} as const satisfies Readonly<Record<string, ServiceErrorCode>>

const isLive = <Set extends Pick<ShareSetInfo, 'status'>>(set: Set): set is Set & { status: 'PENDING' | 'ACTIVE' } =>
  set.status !== 'REVOKED'

async function answerSet(wallet: Wallet, set: ShareSet, recipient: string): Promise<StoredShareSet> {
  const { id: setId, keyVersion, authShare, recoverySealed } = set
  if (!isLive(set)) throw new Refusal('SHARE_SET_UNKNOWN')
  const place = sharePlaceText({ walletId: wallet.name, setId, keyVersion })
  return {
    walletId: wallet.name,
    setId,
    keyVersion,
    status: set.status,
    sealedAuthShare: await sealTo(recipient, { info: sealingInfo.authShare, place, open: authShare }),
    recoverySealed: toBase64url(recoverySealed),
    ciphertext: toBase64url(wallet.ciphertext),
    addresses: addressesOf(wallet),
    ...lineageOf(wallet),
  }
}

/** @throws {Refusal} COMMITMENT_INVALID: a share changed in transit is not stored. */
function requireCommitment({ authShare, commitment }: NewShareSet, place: SharePlace): void {
  const hash = createHash('sha256')
    .update(commitmentText(place), 'utf8')
    .update(fromBase64url(authShare))
    .digest('base64url')
  if (hash !== commitment) throw new Refusal('COMMITMENT_INVALID')
}

const toSet = (
  { setId, authShare, recoverySealed, commitment }: NewShareSet,
  deviceId: string,
  keyVersion: number,
) => ({
  id: setId,
  deviceId,
  keyVersion,
  authShare: fromBase64url(authShare),
  recoverySealed: fromBase64url(recoverySealed),
  commitment: fromBase64url(commitment),
})

const toMethod = ({ methodId, kind, wrappedR, credentialId, params }: NewRecoveryMethod) => ({
  id: methodId,
  kind,
  wrappedR: fromBase64url(wrappedR),
  params: JSON.stringify(params),
  credentialId,
})

const isPasswordCopy = ({ wrappedR, params }: NewRecoveryMethod): boolean =>
  fromBase64url(wrappedR).length === passwordCopyLength && PasswordParams.safeParse(params).success

/** Whether the request proves the password of this method. The proof comes from a slow hash, so its own hash may be fast. */
function isProven({ id, kind, wrappedR }: RecoveryMethod, { methodId, access }: PasswordAccess): boolean {
  if (kind !== 'password' || id !== methodId) return false
  return timingSafeEqual(createHash('sha256').update(fromBase64url(access)).digest(), wrappedR.subarray(0, 32))
}

/** What the device gets of a stored copy. */
const copyOf = ({ kind, wrappedR }: RecoveryMethod) => (kind === 'password' ? wrappedR.subarray(32) : wrappedR)

const Params = z.record(z.string(), z.string())
export const answerMethod = ({ id, kind, credentialId, params, createdAt }: RecoveryMethod): MethodAnswer => ({
  methodId: id,
  kind,
  ...(credentialId === undefined ? {} : { credentialId }),
  params: Params.parse(JSON.parse(params)),
  createdAt,
})
