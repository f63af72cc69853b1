/**
 * The signed-in user and their addresses. The wallet is opened only when its account is requested: before that there is
 * only a session, and only an opened wallet has a known address. Once known, an address needs no key.
 */
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { loginError } from '../../shared/login/failure.ts'
import { type Custody, openReplacement } from '../custody/open-wallet.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { AnswerOf } from '../key-link/surface.ts'
import { type LockControl, troubleOf } from '../lock/lock.ts'
import { type AccountContext, createGivingUp, createUnlocking } from './access.ts'
import { told } from './email-login.ts'
import type { Ended as EndedSession } from './session.ts'
import { createChoices, type PreferredType, servedNamespace } from './smart-accounts.ts'
import type { Ended } from './tabs.ts'

export interface Account {
  /** Whether this host origin is connected. A session begun on another origin of the site does not count. */
  isConnected(): boolean
  /** @param wanted its type counts until the user has chosen one */
  user(
    wanted: { readonly chainId?: Caip2 | undefined; readonly preferredAccountType?: PreferredType | undefined },
    signal: AbortSignal,
  ): Promise<User>
  chain(): Caip2
  /** @throws {AirlockError} CHAIN_NOT_SUPPORTED if the wallet has no account there, or the project record no node. */
  switchTo(chainId: Caip2): void
  /** Chain ids. Written to the login cache. */
  smartAccountNetworks(): number[]
  /** What the user has chosen for the accounts on eip155; `smartAccount` by default. */
  preferredType(): PreferredType
  /** @throws {AirlockError} UNAUTHORIZED; CHAIN_NOT_SUPPORTED for a smart account where the project has none. */
  prefer(type: PreferredType, signal: AbortSignal): Promise<{ readonly address: string }>
  /** For a connected host origin; needs no key if already known. @throws {AirlockError} UNAUTHORIZED. */
  addresses(signal: AbortSignal): Promise<Addresses>
  /** The keys, for a request: asks the user if locked. @throws {AirlockError} UNAUTHORIZED, USER_REJECTED. */
  open(signal: AbortSignal): Promise<Addresses>
  readonly lock: LockControl
  /**
   * The address of the account's first login, which the recovery service asks; this device may be signed in with another one. Absent if its
   * provider has verified none.
   */
  email(): Promise<string | undefined>
  signOut(): Promise<void>
  /** Whether the wallet could not be opened at all without this device. */
  isOnlyWayIn(): Promise<boolean>
  /**
   * Signs out in all tabs and erases the data on this device. `isRevoked`: the service has also removed it from the account's devices.
   * @throws {ServiceRefusal} LAST_METHOD if the wallet cannot be opened without this device.
   */
  forgetDevice(): Promise<{ readonly isRevoked: boolean; readonly isErased: boolean }>
  /** Retries only the erasing. `false`: the browser did not do it. */
  eraseDevice(): Promise<boolean>
  /** Ends locally what has ended at the service or in another tab. With `which`, a newer session is left alone. */
  end(why: Ended, which?: EndedSession): void
  /**
   * Replaces the wallet by one with a new key, which `create` makes in the Key Worker; the page and the other tabs then get its addresses.
   * @throws {ServiceRefusal} {@link KeyWorkerError}; unless the service has activated it by then, the wallet is as it was.
   */
  replace(create: (of: Pick<Custody, 'userId' | 'newRecovery'>) => Promise<AnswerOf<'rotate'>>): Promise<Addresses>
  /** Another tab has replaced the wallet: it is opened again, without the old keys. */
  openMoved(): Promise<Addresses>
  /** Called when the wallet has other addresses than before. */
  onMoved(listener: (to: Addresses) => void): void
  /** Called when the session has ended. @returns a function that unsubscribes */
  onEnd(listener: (why: Ended) => void): () => void
}
type User = WalletEnd['app']['handles']['GET_USER']['response']

export function createAccount(context: AccountContext): Account {
  const { session, store, login, worker, smartAccounts, onCreated, tellTabs } = context
  const listeners = new Set<(why: Ended) => void>()
  const moved = new Set<(to: Addresses) => void>()
  /** Already known in this document. */
  let known: { readonly userId: string; readonly addresses: Addresses } | undefined
  /** Created in this document; the user has not been asked yet. */
  let isNew = false
  /** The user whose wallet the lock is for. */
  let lockedFor: string | undefined

  const signedIn = (): string => {
    const userId = session.userId()
    if (userId === undefined || !session.isConnectedHere()) throw new AirlockError('UNAUTHORIZED')
    // Another tab may have signed in another user.
    if (lockedFor !== undefined && lockedFor !== userId) lock.end(new AirlockError('UNAUTHORIZED'))
    lockedFor = userId
    return userId
  }
  const learn = (userId: string, addresses: Addresses): Addresses => {
    const before = known
    known = { userId, addresses }
    if (before?.userId === userId && before.addresses.eip155 !== addresses.eip155)
      for (const listener of moved) listener(addresses)
    return addresses
  }
  const { lock, email, custodyOf, custodyLevel } = createUnlocking(context, {
    signedIn,
    learn,
    onNew: () => {
      isNew = true
    },
  })
  /** If the login is too old for a new device, signs in again: this session would always lead back here. */
  const refreshed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await told(work)
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.code !== 'REAUTH_REQUIRED') throw error
      await endEverywhere('expired')
      throw loginError({ reason: 'EXPIRED' })
    }
  }
  const addresses = async (signal: AbortSignal): Promise<Addresses> => {
    const userId = signedIn()
    if (known?.userId === userId) return known.addresses
    try {
      return await lock.ensure(signal, 'silently')
    } catch (error) {
      // This device still knows the wallet, and a passkey may open it without the service.
      const trouble = troubleOf(error)
      const isLost = trouble === 'notStored' || trouble === 'otherWallet'
      if (trouble !== 'unreachable' && !isLost) throw error
      const { pin, passkeys: own } = await worker.call('known', { userId })
      if (pin && (own.length > 0 || !isLost)) return pin.addresses
      if (!isLost) throw error
      throw loginError({ reason: pin ? 'OTHER_WALLET' : 'NOT_YOUR_WALLET' })
    }
  }

  const end = (why: Ended, which?: EndedSession): void => {
    if (!session.forget(which)) return
    if (session.userId() === undefined) store.clearCache('disconnected')
    login.forgetRecovery()
    known = undefined
    isNew = false
    lockedFor = undefined
    lock.end(why === 'removed' ? loginError({ reason: 'DEVICE_REMOVED' }) : new AirlockError('UNAUTHORIZED'))
    for (const listener of listeners) listener(why)
  }
  const endEverywhere = async (why: Ended): Promise<void> => {
    const which = await session.end()
    end(why, which)
    tellTabs(why, which)
  }

  const { typesOn, ...choices } = createChoices(context)
  const account: Account = {
    ...choices,
    ...createGivingUp(context, { signedIn, end }),
    lock,
    email,
    addresses: (signal) => refreshed(() => addresses(signal)),
    isConnected() {
      if (session.userId() === undefined) store.clearCache('notConnected')
      return session.isConnectedHere()
    },
    async user({ chainId = choices.chain(), preferredAccountType }, signal) {
      const namespace = servedNamespace(chainId)
      const address = (await account.addresses(signal))[namespace]
      if (isNew) {
        isNew = false
        await onCreated?.(signal)
      }
      store.write('lastUsedChain', chainId)
      store.write('emailLoginUsed', true)
      const level = custodyLevel(signedIn())
      const types = await typesOn(chainId, address, preferredAccountType)
      const custody = await level
      const mail = store.read('email')
      const userName = store.read('socialUsername')
      const social = store.read('social')
      return {
        ...(mail !== undefined && { email: mail }),
        ...(userName !== undefined && { userName }),
        ...(social !== undefined && { social }),
        ...(custody && { custodyLevel: custody }),
        address,
        chainId,
        ...types,
      }
    },
    async prefer(type, signal) {
      const { address } = await account.user({}, signal)
      if (type === 'smartAccount' && !smartAccounts.isOn(choices.chain())) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      store.write('preferredAccountType', type)
      return { address }
    },
    open: (signal) =>
      refreshed(async () => {
        signedIn()
        return lock.ensure(signal, 'onScreen')
      }),
    async signOut() {
      // A page that is not connected must not end the session for the others.
      if (session.userId() === undefined || session.isConnectedHere()) await endEverywhere('signedOut')
    },
    async replace(create) {
      const { signal } = new AbortController()
      const custody = await custodyOf(signedIn(), signal)
      await openReplacement(custody, () => create(custody))
      tellTabs('moved', { refreshToken: store.read('session')?.refreshToken })
      return account.openMoved()
    },
    openMoved() {
      // Ends the Key Worker, and with it the keys that were open.
      lock.end(new AirlockError('ABORTED'))
      return lock.ensure(new AbortController().signal, 'silently')
    },
    onMoved: (listener) => void moved.add(listener),
    end,
    onEnd(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return account
}
