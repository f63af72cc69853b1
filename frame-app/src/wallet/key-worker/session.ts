/**
 * The open wallet in memory: the leaf keys of one user, and in some cases the recovery secret. Wiped by `lock`, when another wallet is
 * opened, and after a time without use.
 */
import { KeyWorkerError } from '../key-link/failure.ts'
import { type Addresses, addressesOf, type LeafKeys } from './keys/accounts.ts'
import { type Bytes, wipe } from './keys/bytes.ts'

export interface OpenWallet {
  readonly userId: string
  readonly walletId: string
  readonly keys: LeafKeys
  readonly addresses: Addresses
  /** Set after `create`, `enrol` and `recall`, and if this device keeps it. */
  readonly recoverySecret?: Bytes | undefined
  /** Of the wallet that this one replaced, after `openFormer`. */
  readonly former?: LeafKeys | undefined
}

export type Session = ReturnType<typeof createSession>

export function createSession(idleMs: number) {
  let wallet: OpenWallet | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const lock = () => {
    clearTimeout(timer)
    wipe(wallet?.keys.eip155, wallet?.keys.solana, wallet?.recoverySecret)
    wipe(wallet?.former?.eip155, wallet?.former?.solana)
    wallet = undefined
  }
  const touch = () => {
    clearTimeout(timer)
    timer = setTimeout(lock, idleMs)
  }
  return {
    userId: () => wallet?.userId,
    hasRecoverySecret: () => wallet?.recoverySecret !== undefined,
    open(next: Omit<OpenWallet, 'addresses'>): OpenWallet {
      lock()
      wallet = { ...next, addresses: addressesOf(next.keys) }
      touch()
      return wallet
    },
    /** Wiped with the other keys. @throws {KeyWorkerError} LOCKED. */
    keepFormer(former: LeafKeys): void {
      if (!wallet) throw new KeyWorkerError('LOCKED')
      wipe(wallet.former?.eip155, wallet.former?.solana)
      wallet = { ...wallet, former }
    },
    /** @throws {KeyWorkerError} LOCKED. Counts as use. */
    use(): OpenWallet {
      if (!wallet) throw new KeyWorkerError('LOCKED')
      touch()
      return wallet
    },
    lock,
  }
}
