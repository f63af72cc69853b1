/**
 * The signed-in user and their addresses. The wallet is opened only when its account is requested: before that there is
 * only a session, and only an opened wallet has a known address. Once known, an address needs no key.
 */

import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Addresses, CustodyLevel } from '@airlock/protocol/wallet-service/shapes.ts'
import { loginError, readLoginFailure } from '../../shared/login/failure.ts'
import { levelOf } from '../custody/level.ts'
import { type Custody, openReplacement, openWallet } from '../custody/open-wallet.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { AnswerOf } from '../key-link/surface.ts'
import { createLock, type LockControl, troubleOf } from '../lock/lock.ts'
import type { LockTrouble } from '../lock/lock-state.ts'
import type { Passkey, Passkeys } from '../recovery/passkeys.ts'
import type { Recovery } from '../recovery/recovery.ts'
import { type EmailLogin, told } from './email-login.ts'
import type { Http } from './http.ts'
import { custodyService, escrowService } from './services.ts'
import type { Ended as EndedSession, Session } from './session.ts'
import type { PreferredType, SmartAccountFacts } from './smart-accounts.ts'
import type { LoginStore } from './store.ts'
import type { Ended, Told } from './tabs.ts'

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

export interface AccountContext {
  readonly projectId: string
  /** Whether the project record lists nodes for this network; without one, the wallet can neither read nor send. */
  readonly hasNodes: (chainId: Caip2) => boolean
  /** Default on first use in this partition. */
  readonly firstChain: Caip2
  readonly worker: KeyWorker
  readonly http: Http
  readonly recovery: Http | undefined
  readonly session: Session
  readonly store: LoginStore
  readonly login: EmailLogin
  readonly passkeys: Passkeys
  readonly smartAccounts: SmartAccountFacts
  /** Asks the user how to open the wallet on a new device. */
  readonly askRecovery: Recovery['ask']
  /** Shown once for a new wallet, before the page gets an answer. */
  readonly onCreated?: (signal: AbortSignal) => Promise<void>
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Notifies the other tabs of this partition. */
  readonly tellTabs: (why: Told, which: EndedSession) => void
}

export function createAccount(context: AccountContext): Account {
  const { projectId, worker, http, recovery, session, store, login, passkeys, askRecovery, alone } = context
  const { firstChain, hasNodes, smartAccounts, onCreated, tellTabs } = context
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
  const email = async (): Promise<string | undefined> =>
    (await session.call(walletEndpoints.user, { request: {} })).email
  /** The last level that was read, and its user. */
  let lastLevel: { readonly userId: string; readonly level: CustodyLevel | undefined } | undefined
  /**
   * Absent if the service does not answer soon: it is read again with the next connection. While the Key Worker is stopped, it is the last
   * level: calls of the service need a proof by the Worker, and would start it.
   */
  const custodyLevel = async (userId: string): Promise<CustodyLevel | undefined> => {
    if (!lock.isOpen() && lastLevel?.userId === userId) return lastLevel.level
    try {
      const asked = { request: {}, signal: AbortSignal.timeout(levelMs) }
      const [{ custodyLevel: said }, { methods }] = await Promise.all([
        session.call(walletEndpoints.user, asked),
        session.call(walletEndpoints.wallets, asked),
      ])
      const level = levelOf(said, { methods, hasRecoveryService: recovery !== undefined })
      lastLevel = { userId, level }
      return level
    } catch {
      return undefined
    }
  }
  const custodyOf = async (userId: string, signal: AbortSignal, passkey?: Passkey): Promise<Custody> => {
    const address = await email()
    const { recoveryKinds } = await http(walletEndpoints.config, { request: { projectId } })
    const escrow =
      recovery === undefined || address === undefined
        ? undefined
        : escrowService(recovery, {
            projectId,
            email: address,
            confirmed: (release) => login.confirmRecovery(address, signal, release),
          })
    return {
      userId,
      call: (method, request) => worker.call(method, request),
      service: custodyService(session),
      escrow,
      newRecovery: recoveryKinds.includes('escrow') && escrow ? [{ kind: 'escrow' }] : [],
      onCreated: () => {
        isNew = true
      },
      recover: (opened) => askRecovery({ opened, escrow, signal }),
      ...(passkey && { passkey }),
      alone,
      signal,
    }
  }
  const withService = async (userId: string, signal: AbortSignal, passkey?: Passkey): Promise<Addresses> => {
    const opened = await openWallet(await custodyOf(userId, signal, passkey))
    login.forgetRecovery()
    return opened
  }
  /** Opens without the service. If the service had lost the wallet or this device, stores them there again. */
  const withPasskey = async (userId: string, signal: AbortSignal): Promise<Addresses> => {
    const { passkeys: credentialIds } = await worker.call('known', { userId })
    const passkey = await passkeys.use(credentialIds)
    if (lastTrouble === 'notStored')
      try {
        return await withService(userId, signal, passkey)
      } catch (error) {
        signal.throwIfAborted()
        // The user is told that the service has another wallet by now; the next press still opens this device's wallet.
        if (troubleOf(error) === 'otherWallet') {
          lastTrouble = 'otherWallet'
          throw error
        }
        // The wallet opens here anyway; the service is updated the next time.
      }
    return (await worker.call('unlockAlone', { userId, passkey })).addresses
  }
  let lastTrouble: LockTrouble | undefined
  const learn = (userId: string, addresses: Addresses): Addresses => {
    const before = known
    known = { userId, addresses }
    if (before?.userId === userId && before.addresses.eip155 !== addresses.eip155)
      for (const listener of moved) listener(addresses)
    return addresses
  }
  const lock = createLock({
    async open(by, signal) {
      const userId = signedIn()
      if (by === 'passkey') return learn(userId, await withPasskey(userId, signal))
      try {
        lastTrouble = undefined
        return learn(userId, await withService(userId, signal))
      } catch (error) {
        const hasOwnWay = isNoWayIn(error) && (await worker.call('known', { userId })).passkeys.length > 0
        const cause = hasOwnWay ? new ServiceRefusal('WALLET_UNKNOWN') : error
        lastTrouble = troubleOf(cause)
        throw cause
      }
    },
    shut: () => worker.stop(),
    hasPasskey: async () => (await worker.call('known', { userId: signedIn() })).passkeys.length > 0,
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

  /** Storage may hold a network of an unsupported namespace: an earlier version kept any. */
  const currentChain = (): Caip2 => {
    const kept = store.read('lastUsedChain')
    return kept !== undefined && isServed(namespaceOf(kept)) ? kept : firstChain
  }

  /** The address is the same for both types: the smart account is the same account with the code of a contract (EIP-7702). */
  const typesOn = async (
    chainId: Caip2,
    address: string,
    wanted: PreferredType = 'smartAccount',
  ): Promise<Pick<User, 'accounts' | 'preferredAccountType' | 'smartAccountDeployed'>> => {
    const isOn = smartAccounts.isOn(chainId)
    const types: readonly PreferredType[] = isOn ? ['eoa', 'smartAccount'] : ['eoa']
    return {
      accounts: types.map((type) => ({ address, type })),
      preferredAccountType: isOn ? (store.read('preferredAccountType') ?? wanted) : 'eoa',
      smartAccountDeployed: isOn && (await smartAccounts.isDeployed(chainId, address).catch(() => undefined)),
    }
  }

  const account: Account = {
    lock,
    email,
    addresses: (signal) => refreshed(() => addresses(signal)),
    isConnected() {
      if (session.userId() === undefined) store.clearCache('notConnected')
      return session.isConnectedHere()
    },
    async user({ chainId = currentChain(), preferredAccountType }, signal) {
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
    chain: currentChain,
    switchTo(chainId) {
      servedNamespace(chainId)
      if (!hasNodes(chainId)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      store.write('lastUsedChain', chainId)
    },
    smartAccountNetworks() {
      const networks = smartAccounts.networks()
      store.write('smartAccountEnabledNetworks', networks)
      return networks
    },
    preferredType: () => store.read('preferredAccountType') ?? 'smartAccount',
    async prefer(type, signal) {
      const { address } = await account.user({}, signal)
      if (type === 'smartAccount' && !smartAccounts.isOn(currentChain())) throw new AirlockError('CHAIN_NOT_SUPPORTED')
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
    async isOnlyWayIn() {
      const { sets } = await worker.call('known', { userId: signedIn() })
      if (sets.length === 0) return false
      try {
        return (await session.call(walletEndpoints.wallets, { request: {} })).methods.length === 0
      } catch (error) {
        // The service keeps the last method, so only a wallet made without one can have none.
        if (sets.some(({ keepsSecret }) => keepsSecret)) throw error
        return false
      }
    },
    async forgetDevice() {
      if (await account.isOnlyWayIn()) throw new ServiceRefusal('LAST_METHOD')
      const isRevoked = await removeThisDevice().then(
        () => true,
        () => false,
      )
      const which = { refreshToken: store.read('session')?.refreshToken }
      end('forgotten')
      tellTabs('forgotten', which)
      return { isRevoked, isErased: await account.eraseDevice() }
    },
    async eraseDevice() {
      try {
        await worker.call('forget', {})
        return true
      } catch {
        return false
      } finally {
        worker.stop()
      }
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

  async function removeThisDevice(): Promise<void> {
    const { devices } = await session.call(walletEndpoints.devices, { request: {} })
    const own = devices.find(({ isCurrent }) => isCurrent)
    if (own) await session.call(walletEndpoints.deviceRevoke, { request: {}, path: { deviceId: own.deviceId } })
  }
}

const levelMs = 3_000

/** The service knows the wallet, but not this device and no other way to open it. */
const isNoWayIn = (error: unknown): boolean => readLoginFailure(error)?.reason === 'NO_WAY_IN'

const isServed = (namespace: Namespace): namespace is keyof Addresses =>
  namespace === 'eip155' || namespace === 'solana'

function servedNamespace(chainId: Caip2): keyof Addresses {
  const namespace = namespaceOf(chainId)
  if (!isServed(namespace)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  return namespace
}
