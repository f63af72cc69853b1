import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Addresses, CustodyLevel } from '@airlock/protocol/wallet-service/shapes.ts'
import { readLoginFailure } from '../../shared/login/failure.ts'
import { levelOf } from '../custody/level.ts'
import { type Custody, openWallet } from '../custody/open-wallet.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import { createLock, troubleOf } from '../lock/lock.ts'
import type { LockTrouble } from '../lock/lock-state.ts'
import type { Passkey, Passkeys } from '../recovery/passkeys.ts'
import type { Recovery } from '../recovery/recovery.ts'
import type { EmailLogin } from './email-login.ts'
import type { Http } from './http.ts'
import { custodyService, escrowFor } from './services.ts'
import type { Ended as EndedSession, Session } from './session.ts'
import type { SmartAccountFacts } from './smart-accounts.ts'
import type { LoginStore } from './store.ts'
import type { Ended, Told } from './tabs.ts'

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

interface Opening {
  /** The user of this host origin. @throws {AirlockError} UNAUTHORIZED */
  readonly signedIn: () => string
  /** Keeps the addresses of the opened wallet. */
  readonly learn: (userId: string, addresses: Addresses) => Addresses
  /** A wallet was made. */
  readonly onNew: () => void
}

export function createUnlocking(context: AccountContext, { signedIn, learn, onNew }: Opening) {
  const { projectId, worker, http, recovery, session, login, passkeys, askRecovery, alone } = context
  let lastTrouble: LockTrouble | undefined
  const email = async (): Promise<string | undefined> =>
    (await session.call(walletEndpoints.user, { request: {} })).email
  const custodyOf = async (userId: string, signal: AbortSignal, passkey?: Passkey): Promise<Custody> => {
    const address = await email()
    const { recoveryKinds } = await http(walletEndpoints.config, { request: { projectId } })
    const escrow = escrowFor(context, address, signal)
    return {
      userId,
      call: (method, request) => worker.call(method, request),
      service: custodyService(session),
      escrow,
      newRecovery: recoveryKinds.includes('escrow') && escrow ? [{ kind: 'escrow' }] : [],
      onCreated: onNew,
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
  return { lock, email, custodyOf, custodyLevel }
}

const levelMs = 3_000

/** Gives up this device. @param end ends the session here */
export function createGivingUp(
  { session, worker, store, tellTabs }: AccountContext,
  { signedIn, end }: Pick<Opening, 'signedIn'> & { readonly end: (why: Ended) => void },
) {
  const removeThisDevice = async (): Promise<void> => {
    const { devices } = await session.call(walletEndpoints.devices, { request: {} })
    const own = devices.find(({ isCurrent }) => isCurrent)
    if (own) await session.call(walletEndpoints.deviceRevoke, { request: {}, path: { deviceId: own.deviceId } })
  }
  const giving = {
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
      if (await giving.isOnlyWayIn()) throw new ServiceRefusal('LAST_METHOD')
      const isRevoked = await removeThisDevice().then(
        () => true,
        () => false,
      )
      const which = { refreshToken: store.read('session')?.refreshToken }
      end('forgotten')
      tellTabs('forgotten', which)
      return { isRevoked, isErased: await giving.eraseDevice() }
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
  }
  return giving
}

/** The service knows the wallet, but not this device and no other way to open it. */
const isNoWayIn = (error: unknown): boolean => readLoginFailure(error)?.reason === 'NO_WAY_IN'
