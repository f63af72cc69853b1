/**
 * The service's side of custody, by the rules of its contract and nothing more: what it keeps, what it seals and to whom, and that one
 * wallet per user becomes active. Several users, devices and tabs may share one; a test may change what it stores.
 */
import type { NewRecoveryMethod, NewShareSet, Sealed, StoredShareSet } from '@airlock/protocol/wallet-service/shapes.ts'
import {
  activationText,
  commitmentText,
  methodPlaceText,
  sealingInfo,
  sharePlaceText,
} from '@airlock/protocol/wallet-service/texts.ts'
import { recoverMessageAddress } from 'viem'
import type { AnswerOf } from '../../src/wallet/key-link/surface.ts'
import { concat, isEqual, utf8 } from '../../src/wallet/key-worker/keys/bytes.ts'
import { sealTo } from '../../src/wallet/key-worker/keys/sealing.ts'
import { fromText, toText } from '../../src/wallet/key-worker/places.ts'

type Created = AnswerOf<'create'>
type Status = 'PENDING' | 'ACTIVE' | 'REVOKED'

export interface KeptWallet extends Omit<Created, 'shareSet' | 'methods' | 'recoveryShares'> {
  readonly userId: string
  status: Status
  methods: NewRecoveryMethod[]
}
export interface KeptSet extends NewShareSet {
  readonly walletId: string
  readonly keyVersion: number
  readonly deviceId: string
  readonly nonce: string
  status: Status
}

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
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
  const walletOf = (userId: string, walletId: string) => {
    const wallet = wallets.get(walletId)
    if (wallet?.userId !== userId) throw new Refused('WALLET_UNKNOWN')
    return wallet
  }
  const shown = async (set: KeptSet, recipient: string): Promise<StoredShareSet> => {
    const wallet = wallets.get(set.walletId)
    if (!wallet || set.status === 'REVOKED') throw new Refused('SHARE_SET_UNKNOWN')
    return {
      walletId: set.walletId,
      setId: set.setId,
      keyVersion: set.keyVersion,
      status: set.status,
      sealedAuthShare: await seal(recipient, set.authShare, sealingInfo.authShare, sharePlaceText(set)),
      recoverySealed: set.recoverySealed,
      ciphertext: wallet.ciphertext,
      addresses: wallet.addresses,
    }
  }
  const keep = async (walletId: string, keyVersion: number, set: NewShareSet, deviceId: string): Promise<KeptSet> => {
    const kept = sets.get(set.setId)
    if (kept) return kept
    const covered = concat(utf8(commitmentText({ walletId, keyVersion, setId: set.setId })), fromText(set.authShare))
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', covered))
    if (!isEqual(hash, fromText(set.commitment))) throw new Refused('COMMITMENT_INVALID')
    const fresh: KeptSet = { ...set, walletId, keyVersion, deviceId, nonce: crypto.randomUUID(), status: 'PENDING' }
    sets.set(set.setId, fresh)
    return fresh
  }
  const assertSigned = async (set: KeptSet, purpose: 'wallet' | 'share-set', signature: string) => {
    const message = activationText({ ...set, purpose })
    const signer = await recoverMessageAddress({ message, signature: signature as `0x${string}` })
    if (signer !== wallets.get(set.walletId)?.addresses.eip155) throw new Refused('SIGNATURE_INVALID')
  }

  return {
    wallets,
    sets,
    halves,
    active,
    /** What one signed-in device asks. */
    as: (userId: string, deviceId: string) => ({
      wallets: async () => {
        const wallet = active(userId)
        const mine = [...sets.values()].filter((set) => walletIdsOf(userId).has(set.walletId))
        return {
          ...(wallet && { wallet }),
          shareSets: mine
            .filter((set) => set.status === 'ACTIVE' || set.deviceId === deviceId)
            .filter((set) => set.status !== 'REVOKED')
            .map((set) => ({ ...set, status: set.status, isMine: set.deviceId === deviceId })),
          methods: wallet?.methods ?? [],
        }
      },
      create: async (created: Created, recipient: string) => {
        if (active(userId) && active(userId)?.walletId !== created.walletId) throw new Refused('WALLET_EXISTS')
        const { shareSet, methods, recoveryShares: _, ...wallet } = created
        if (!wallets.has(created.walletId))
          wallets.set(created.walletId, { ...wallet, userId, methods: [...methods], status: 'PENDING' })
        const set = await keep(created.walletId, created.keyVersion, shareSet, deviceId)
        return { status: 'PENDING' as const, nonce: set.nonce, echo: await shown(set, recipient) }
      },
      activate: async (walletId: string, signature: string, nonce: string) => {
        const wallet = walletOf(userId, walletId)
        const set = [...sets.values()].find((each) => each.walletId === walletId && each.nonce === nonce)
        if (!set) throw new Refused('SIGNATURE_INVALID')
        await assertSigned(set, 'wallet', signature)
        if (active(userId) && active(userId) !== wallet) throw new Refused('WALLET_EXISTS')
        wallet.status = 'ACTIVE'
        set.status = 'ACTIVE'
      },
      share: async (walletId: string, recipient: string) => {
        walletOf(userId, walletId)
        const own = [...sets.values()].filter((set) => set.walletId === walletId && set.deviceId === deviceId)
        const set = own.find(({ status }) => status === 'ACTIVE') ?? own.find(({ status }) => status === 'PENDING')
        if (!set) throw new Refused('SHARE_SET_UNKNOWN')
        return shown(set, recipient)
      },
      addSet: async (walletId: string, keyVersion: number, set: NewShareSet, recipient: string) => {
        walletOf(userId, walletId)
        const kept = await keep(walletId, keyVersion, set, deviceId)
        return { status: 'PENDING' as const, nonce: kept.nonce, echo: await shown(kept, recipient) }
      },
      activateSet: async (walletId: string, setId: string, signature: string) => {
        walletOf(userId, walletId)
        const set = sets.get(setId)
        if (!set) throw new Refused('SHARE_SET_UNKNOWN')
        await assertSigned(set, 'share-set', signature)
        for (const other of sets.values())
          if (other.deviceId === deviceId && other.walletId === walletId && other !== set) other.status = 'REVOKED'
        set.status = 'ACTIVE'
      },
      openRecovery: async (walletId: string, recipient: string) => {
        const wallet = walletOf(userId, walletId)
        const set = [...sets.values()].find((each) => each.walletId === walletId && each.status === 'ACTIVE')
        if (!set) throw new Refused('SHARE_SET_UNKNOWN')
        const methods = await Promise.all(
          wallet.methods.map(async ({ methodId, kind, wrappedR }) => {
            const place = methodPlaceText(walletId, methodId)
            return { methodId, kind, sealedR: await seal(recipient, wrappedR, sealingInfo.wrappedR, place) }
          }),
        )
        return { set: await shown(set, recipient), methods }
      },
      putHalf: async (walletId: string, methodId: string, share: string, recipient: string) => {
        const name = methodPlaceText(walletId, methodId)
        if (!halves.has(name)) halves.set(name, share)
        return seal(recipient, halves.get(name) ?? '', sealingInfo.recoveryShare, name)
      },
      openHalf: async (walletId: string, methodId: string, recipient: string) => {
        const name = methodPlaceText(walletId, methodId)
        const half = halves.get(name)
        if (half === undefined) throw new Refused('SHARE_UNKNOWN')
        return seal(recipient, half, sealingInfo.recoveryShare, name)
      },
    }),
  }

  function walletIdsOf(userId: string): Set<string> {
    return new Set([...wallets.values()].filter((wallet) => wallet.userId === userId).map(({ walletId }) => walletId))
  }
}

export type TestService = ReturnType<typeof createTestService>
