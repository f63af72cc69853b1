/**
 * Who is signed in, and with which addresses. The wallet is opened when somebody asks for its account: until then a session is all there
 * is, and only a wallet that has been opened has an address to tell. An address needs no key any more once it was told.
 */

import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { loginError, readLoginFailure } from '../../shared/login/failure.ts'
import { openWallet } from '../custody/open-wallet.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import { createLock, type LockControl, troubleOf } from '../lock/lock.ts'
import type { LockTrouble } from '../lock/lock-state.ts'
import type { Passkey, Passkeys } from '../passkey/passkeys.ts'
import type { Recovery } from '../passkey/recovery.ts'
import { type EmailLogin, told } from './email-login.ts'
import type { Http } from './http.ts'
import { custodyService, escrowService } from './services.ts'
import type { Ended as EndedSession, Session } from './session.ts'
import type { LoginStore } from './store.ts'
import type { Ended } from './tabs.ts'

export interface Account {
  /** To this host origin: a session alone, begun on another origin of the site, tells a page nothing. */
  isConnected(): boolean
  user(wanted: { readonly chainId?: Caip2 | undefined }, signal: AbortSignal): Promise<User>
  chain(): Caip2
  /** @throws {AirlockError} CHAIN_NOT_SUPPORTED where the wallet has no account, or the project record no node. */
  switchTo(chainId: Caip2): void
  /** By chain id. None yet; the login cache keeps the answer all the same. */
  smartAccountNetworks(): number[]
  /** For a host origin that the user has connected: needs no key where it was told before. @throws {AirlockError} UNAUTHORIZED. */
  addresses(signal: AbortSignal): Promise<Addresses>
  /** The keys, for a request: where the wallet is locked, a person is asked first. @throws {AirlockError} UNAUTHORIZED, USER_REJECTED. */
  open(signal: AbortSignal): Promise<Addresses>
  readonly lock: LockControl
  /** The address of the login; asked from the service where this device has forgotten it. */
  email(): Promise<string>
  signOut(): Promise<void>
  /** Whether forgetting this device would leave nothing that opens the wallet. */
  isOnlyWayIn(): Promise<boolean>
  /**
   * Signs out in all tabs, and erases what this device keeps. `isRevoked`: the service has removed it from the account's devices, too.
   * @throws {ServiceRefusal} LAST_METHOD where this device is the only way into the wallet.
   */
  forgetDevice(): Promise<{ readonly isRevoked: boolean; readonly isErased: boolean }>
  /** The second half of it, once more. `false`: the browser did not do it. */
  eraseDevice(): Promise<boolean>
  /** Ends here what has ended elsewhere: at the service, or in another tab. Told which session, it leaves one that was begun since. */
  end(why: Ended, which?: EndedSession): void
  /** Nobody is signed in any more. Returns the undo. */
  onEnd(listener: (why: Ended) => void): () => void
}
type User = WalletEnd['app']['handles']['GET_USER']['response']

export interface AccountContext {
  readonly projectId: string
  /** The project record lists nodes for this network: without one, the wallet can neither read it nor send to it. */
  readonly hasNodes: (chainId: Caip2) => boolean
  /** Where nobody has been before in this partition. */
  readonly firstChain: Caip2
  readonly worker: KeyWorker
  readonly http: Http
  readonly recovery: Http | undefined
  readonly session: Session
  readonly store: LoginStore
  readonly login: EmailLogin
  readonly passkeys: Passkeys
  /** Asks the person how a new device is to open the wallet. */
  readonly askRecovery: Recovery['ask']
  /** What the person of a wallet that has just been made is asked, once, before the page hears of it. */
  readonly onCreated?: (signal: AbortSignal) => Promise<void>
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Tells the other tabs of this partition. */
  readonly tellTabs: (why: Ended, which: EndedSession) => void
}

export function createAccount(context: AccountContext): Account {
  const { projectId, worker, http, recovery, session, store, login, passkeys, askRecovery, alone } = context
  const { firstChain, hasNodes, onCreated, tellTabs } = context
  const listeners = new Set<(why: Ended) => void>()
  /** Told before in this document. */
  let known: { readonly userId: string; readonly addresses: Addresses } | undefined
  /** Made in this document, and nobody has been asked yet. */
  let isNew = false
  /** Whose wallet the lock is about. */
  let lockedFor: string | undefined

  const signedIn = (): string => {
    const userId = session.userId()
    if (userId === undefined || !session.isConnectedHere()) throw new AirlockError('UNAUTHORIZED')
    // Another tab may have signed in somebody else.
    if (lockedFor !== undefined && lockedFor !== userId) lock.end(new AirlockError('UNAUTHORIZED'))
    lockedFor = userId
    return userId
  }
  const email = async (): Promise<string> => {
    const kept = store.read('email') ?? (await session.call(walletEndpoints.user, { request: {} })).email
    if (kept === undefined) throw new AirlockError('UNAUTHORIZED')
    return kept
  }
  const withService = async (userId: string, signal: AbortSignal, passkey?: Passkey): Promise<Addresses> => {
    const address = await email()
    const { recoveryKinds } = await http(walletEndpoints.config, { request: { projectId } })
    const escrow =
      recovery &&
      escrowService(recovery, {
        projectId,
        email: address,
        confirmed: (release) => login.confirmRecovery(address, signal, release),
      })
    const opened = await openWallet({
      userId,
      call: (method, request) => worker.call(method, request),
      service: custodyService(session),
      escrow,
      newRecovery: recoveryKinds.includes('escrow') && recovery ? [{ kind: 'escrow' }] : [],
      onCreated: () => {
        isNew = true
      },
      recover: (opened) => askRecovery({ opened, escrow, signal }),
      ...(passkey && { passkey }),
      alone,
      signal,
    })
    login.forgetRecovery()
    return opened
  }
  /** Without the service; but one that had lost the wallet, or this device, when it was asked last is told of it again. */
  const withPasskey = async (userId: string, signal: AbortSignal): Promise<Addresses> => {
    const { passkeys: credentialIds } = await worker.call('known', { userId })
    const passkey = await passkeys.use(credentialIds)
    if (lastTrouble === 'notStored')
      try {
        return await withService(userId, signal, passkey)
      } catch (error) {
        signal.throwIfAborted()
        // The person hears that it was not stored again because there is another one by now; the next press opens it here all the same.
        if (troubleOf(error) === 'otherWallet') {
          lastTrouble = 'otherWallet'
          throw error
        }
        // It opens here all the same; the service is told at the next time that it is wanted.
      }
    return (await worker.call('unlockAlone', { userId, passkey })).addresses
  }
  let lastTrouble: LockTrouble | undefined
  const lock = createLock({
    async open(by, signal) {
      const userId = signedIn()
      if (by === 'passkey') known = { userId, addresses: await withPasskey(userId, signal) }
      else
        try {
          lastTrouble = undefined
          known = { userId, addresses: await withService(userId, signal) }
        } catch (error) {
          const hasOwnWay = isNoWayIn(error) && (await worker.call('known', { userId })).passkeys.length > 0
          const cause = hasOwnWay ? new ServiceRefusal('WALLET_UNKNOWN') : error
          lastTrouble = troubleOf(cause)
          throw cause
        }
      return known.addresses
    },
    shut: () => worker.stop(),
    hasPasskey: async () => (await worker.call('known', { userId: signedIn() })).passkeys.length > 0,
  })
  /** A login that is too old for what a new device needs is begun anew: the session alone would lead here again and again. */
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
      // A device still knows the wallet that it has opened before, and a passkey may open it without the service.
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

  /** Storage may hold a network of a namespace that the wallet does not serve: an earlier version kept any. */
  const currentChain = (): Caip2 => {
    const kept = store.read('lastUsedChain')
    return kept !== undefined && isServed(namespaceOf(kept)) ? kept : firstChain
  }

  const account: Account = {
    lock,
    email,
    addresses: (signal) => refreshed(() => addresses(signal)),
    isConnected() {
      if (session.userId() === undefined) store.clearCache('notConnected')
      return session.isConnectedHere()
    },
    async user({ chainId = currentChain() }, signal) {
      const namespace = servedNamespace(chainId)
      const address = (await account.addresses(signal))[namespace]
      if (isNew) {
        isNew = false
        await onCreated?.(signal)
      }
      store.write('lastUsedChain', chainId)
      store.write('emailLoginUsed', true)
      const mail = store.read('email')
      return {
        ...(mail !== undefined && { email: mail }),
        address,
        chainId,
        accounts: [{ address, type: 'eoa' }],
        preferredAccountType: 'eoa',
        smartAccountDeployed: false,
      }
    },
    chain: currentChain,
    switchTo(chainId) {
      servedNamespace(chainId)
      if (!hasNodes(chainId)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      store.write('lastUsedChain', chainId)
    },
    smartAccountNetworks() {
      store.write('smartAccountEnabledNetworks', [])
      return []
    },
    open: (signal) =>
      refreshed(async () => {
        signedIn()
        return lock.ensure(signal, 'onScreen')
      }),
    async signOut() {
      // A page where the user has not connected ends nothing for the others.
      if (session.userId() === undefined || session.isConnectedHere()) await endEverywhere('signedOut')
    },
    async isOnlyWayIn() {
      const { sets } = await worker.call('known', { userId: signedIn() })
      if (sets.length === 0) return false
      try {
        return (await session.call(walletEndpoints.wallets, { request: {} })).methods.length === 0
      } catch (error) {
        // The service keeps the last method, so only a wallet that was made without one can have none.
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

/** The service knows the wallet, and neither this device nor any other way to open it. */
const isNoWayIn = (error: unknown): boolean => readLoginFailure(error)?.reason === 'NO_WAY_IN'

const isServed = (namespace: Namespace): namespace is keyof Addresses =>
  namespace === 'eip155' || namespace === 'solana'

function servedNamespace(chainId: Caip2): keyof Addresses {
  const namespace = namespaceOf(chainId)
  if (!isServed(namespace)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  return namespace
}
