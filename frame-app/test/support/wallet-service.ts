/**
 * The service's side of custody, by the rules of its contract and nothing more: what it keeps, what it seals and to whom, and that one
 * wallet per user becomes active. Several users, devices and tabs may share one; a test may change what it stores.
 */
import type { RequestOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { ExportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import type {
  ExportTicket,
  NewRecoveryMethod,
  NewShareSet,
  Sealed,
  StoredShareSet,
} from '@airlock/protocol/wallet-service/shapes.ts'
import {
  activationText,
  commitmentText,
  exportPlaceText,
  methodPlaceText,
  sealingInfo,
  sharePlaceText,
} from '@airlock/protocol/wallet-service/texts.ts'
import { recoverMessageAddress } from 'viem'
import { type CustodyService, type EscrowService, ServiceRefusal } from '../../src/wallet/custody/service.ts'
import type { AnswerOf, KeyWorkerCalls } from '../../src/wallet/key-link/surface.ts'
import { fromText, toText } from '../../src/wallet/key-worker/encoding.ts'
import { concat, isEqual, utf8 } from '../../src/wallet/key-worker/keys/bytes.ts'
import { sealTo } from '../../src/wallet/key-worker/keys/sealing.ts'

type Created = AnswerOf<'create'>
type Status = 'PENDING' | 'ACTIVE' | 'REVOKED'

export interface KeptWallet extends Omit<Created, 'shareSet' | 'methods' | 'recoveryShares'> {
  readonly userId: string
  status: Status | 'REPLACED'
  methods: NewRecoveryMethod[]
}
export interface KeptSet extends NewShareSet {
  readonly walletId: string
  readonly keyVersion: number
  readonly deviceId: string
  readonly nonce: string
  status: Status
}

interface Exporting {
  exportTicket(request: RequestOf<ExportEndpoints, 'exportTicket'>): Promise<ExportTicket>
}

const seal = async (recipient: string, secret: string, info: string, place: string): Promise<Sealed> => {
  const { enc, ciphertext } = await sealTo(fromText(recipient), fromText(secret), { info, place })
  return { enc: toText(enc), ciphertext: toText(ciphertext) }
}

export function createTestService() {
  const wallets = new Map<string, KeptWallet>()
  const sets = new Map<string, KeptSet>()
  /** The recovery service's halves, by wallet and method. */
  const halves = new Map<string, string>()

  const active = (userId: string) =>
    [...wallets.values()].find((wallet) => wallet.userId === userId && wallet.status === 'ACTIVE')
  /** Whether the account has another wallet, and not the one that this one replaces. */
  const isOther = (userId: string, { walletId, lineage }: Pick<KeptWallet, 'walletId' | 'lineage'>) => {
    const own = active(userId)?.walletId
    return own !== undefined && own !== walletId && own !== lineage?.predecessors.at(-1)?.walletId
  }
  const walletOf = (userId: string, walletId: string) => {
    const wallet = wallets.get(walletId)
    if (wallet?.userId !== userId) throw new ServiceRefusal('WALLET_UNKNOWN')
    return wallet
  }
  const shown = async (set: KeptSet, recipient: string): Promise<StoredShareSet> => {
    const wallet = wallets.get(set.walletId)
    if (!wallet || set.status === 'REVOKED') throw new ServiceRefusal('SHARE_SET_UNKNOWN')
    return {
      walletId: set.walletId,
      setId: set.setId,
      keyVersion: set.keyVersion,
      status: set.status,
      sealedAuthShare: await seal(recipient, set.authShare, sealingInfo.authShare, sharePlaceText(set)),
      recoverySealed: set.recoverySealed,
      ciphertext: wallet.ciphertext,
      addresses: wallet.addresses,
      ...(wallet.lineage && { lineage: wallet.lineage }),
    }
  }
  const keep = async (walletId: string, keyVersion: number, set: NewShareSet, deviceId: string): Promise<KeptSet> => {
    const kept = sets.get(set.setId)
    if (kept) return kept
    const covered = concat(utf8(commitmentText({ walletId, keyVersion, setId: set.setId })), fromText(set.authShare))
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', covered))
    if (!isEqual(hash, fromText(set.commitment))) throw new ServiceRefusal('COMMITMENT_INVALID')
    const fresh: KeptSet = { ...set, walletId, keyVersion, deviceId, nonce: crypto.randomUUID(), status: 'PENDING' }
    sets.set(set.setId, fresh)
    return fresh
  }
  const assertSigned = async (set: KeptSet, purpose: 'wallet' | 'share-set', signature: `0x${string}`) => {
    const message = activationText({ ...set, purpose })
    const signer = await recoverMessageAddress({ message, signature })
    if (signer !== wallets.get(set.walletId)?.addresses.eip155) throw new ServiceRefusal('SIGNATURE_INVALID')
  }

  const escrow: EscrowService = {
    async put({ walletId, methodId, share, recipient }) {
      const place = methodPlaceText(walletId, methodId)
      if (!halves.has(place)) halves.set(place, share)
      return seal(recipient, halves.get(place) ?? '', sealingInfo.recoveryShare, place)
    },
    async open({ walletId, methodId, recipient }) {
      const place = methodPlaceText(walletId, methodId)
      const half = halves.get(place)
      if (half === undefined) throw new ServiceRefusal('SHARE_UNKNOWN')
      return seal(recipient, half, sealingInfo.recoveryShare, place)
    },
  }
  /** What one signed-in device asks. */
  const as = (userId: string, deviceId: string): CustodyService & Exporting => ({
    async exportTicket({ walletId, what, recipient }) {
      walletOf(userId, walletId)
      const set = [...sets.values()].find(
        (each) => each.walletId === walletId && each.deviceId === deviceId && each.status === 'ACTIVE',
      )
      if (!set) throw new ServiceRefusal('SHARE_SET_UNKNOWN')
      const { setId, keyVersion, authShare } = set
      const place = exportPlaceText(set, what)
      const sealedTicket = await seal(recipient, authShare, sealingInfo.exportTicket, place)
      return { walletId, setId, keyVersion, what, sealedTicket }
    },
    async wallets() {
      const wallet = active(userId)
      const mine = [...sets.values()].filter(({ walletId }) => wallets.get(walletId)?.userId === userId)
      return {
        ...(wallet && { wallet: { ...wallet, createdAt: 0 } }),
        shareSets: mine.flatMap((set) => {
          const isMine = set.deviceId === deviceId
          if (set.status === 'REVOKED' || (!isMine && set.status !== 'ACTIVE')) return []
          return [{ ...set, status: set.status, isMine }]
        }),
        methods: [],
      }
    },
    async createWallet({ shareSet, methods, recipient, ...wallet }) {
      if (isOther(userId, wallet)) throw new ServiceRefusal('WALLET_EXISTS')
      const known = wallets.get(wallet.walletId)
      if (known?.status === 'PENDING' && !sets.has(shareSet.setId)) {
        wallets.delete(wallet.walletId)
        for (const [setId, { walletId }] of sets) if (walletId === wallet.walletId) sets.delete(setId)
      }
      if (!wallets.has(wallet.walletId)) wallets.set(wallet.walletId, { ...wallet, userId, methods, status: 'PENDING' })
      const set = await keep(wallet.walletId, wallet.keyVersion, shareSet, deviceId)
      const echo = await shown(set, recipient)
      return { status: echo.status, nonce: set.nonce, echo }
    },
    async activateWallet(walletId, { signature, nonce }) {
      const wallet = walletOf(userId, walletId)
      const set = [...sets.values()].find((each) => each.walletId === walletId && each.nonce === nonce)
      if (!set) throw new ServiceRefusal('SIGNATURE_INVALID')
      await assertSigned(set, 'wallet', signature)
      if (isOther(userId, wallet)) throw new ServiceRefusal('WALLET_EXISTS')
      const before = active(userId)
      if (before && before !== wallet) before.status = 'REPLACED'
      wallet.status = 'ACTIVE'
      set.status = 'ACTIVE'
    },
    async share(walletId, { recipient }) {
      walletOf(userId, walletId)
      const own = [...sets.values()].filter((set) => set.walletId === walletId && set.deviceId === deviceId)
      const set = own.find(({ status }) => status === 'ACTIVE') ?? own.find(({ status }) => status === 'PENDING')
      if (!set) throw new ServiceRefusal('SHARE_SET_UNKNOWN')
      return { ...(await shown(set, recipient)), ...(set.status === 'PENDING' && { nonce: set.nonce }) }
    },
    async addSet(walletId, { keyVersion, shareSet, recipient }) {
      walletOf(userId, walletId)
      const set = await keep(walletId, keyVersion, shareSet, deviceId)
      const echo = await shown(set, recipient)
      return { status: echo.status, nonce: set.nonce, echo }
    },
    async activateSet(walletId, setId, { signature }) {
      walletOf(userId, walletId)
      const set = sets.get(setId)
      if (!set || set.status === 'REVOKED') throw new ServiceRefusal('SHARE_SET_UNKNOWN')
      await assertSigned(set, 'share-set', signature)
      for (const other of sets.values())
        if (other.deviceId === deviceId && other.walletId === walletId && other !== set) other.status = 'REVOKED'
      set.status = 'ACTIVE'
    },
    async openRecovery(walletId, { recipient, password }) {
      const wallet = walletOf(userId, walletId)
      const set = [...sets.values()].find((each) => each.walletId === walletId && each.status === 'ACTIVE')
      if (!set) throw new ServiceRefusal('SHARE_SET_UNKNOWN')
      const methods = await Promise.all(
        wallet.methods
          .filter(({ kind, methodId }) => kind !== 'password' || methodId === password?.methodId)
          .map(async ({ methodId, kind, params, wrappedR }) => {
            const place = methodPlaceText(walletId, methodId)
            return {
              methodId,
              kind,
              params,
              sealedR: await seal(
                recipient,
                kind === 'password' ? toText(fromText(wrappedR).slice(32)) : wrappedR,
                sealingInfo.wrappedR,
                place,
              ),
            }
          }),
      )
      return { set: await shown(set, recipient), methods }
    },
  })
  return { wallets, sets, halves, active, as, escrow }
}

export type TestService = ReturnType<typeof createTestService>

/** Makes a wallet as the document does, up to the request for `confirm`. */
export async function prepareTestWallet(
  service: TestService,
  calls: KeyWorkerCalls,
  asked: Parameters<KeyWorkerCalls['create']>[0],
) {
  const session = service.as(asked.userId, (await calls.device({})).thumbprint)
  const created = await calls.create(asked)
  const { walletId, shareSet } = created
  const recoveryEchoes = await Promise.all(
    created.recoveryShares.map(async ({ methodId, share }) => {
      const place = { walletId, methodId, ...(await calls.recipient({})) }
      return { methodId, sealedShare: await service.escrow.put({ ...place, share }, async () => {}) }
    }),
  )
  const { recoveryShares: _, ...wallet } = created
  const { echo, nonce } = await session.createWallet({ ...wallet, ...(await calls.recipient({})) })
  return { created, session, request: { setId: shareSet.setId, echo, recoveryEchoes, nonce } }
}

/** The same, up to the answer with the addresses. */
export async function registerTestWallet(...given: Parameters<typeof prepareTestWallet>) {
  const [, calls, { userId }] = given
  const { created, session, request } = await prepareTestWallet(...given)
  const { setId, nonce } = request
  const { signature } = await calls.confirm(request)
  await session.activateWallet(created.walletId, { signature, nonce })
  return { created, session, request, ...(await calls.activated({ userId, setId })) }
}
