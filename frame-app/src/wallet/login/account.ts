/**
 * Who is signed in, and with which addresses. The wallet is opened when somebody asks for its account: until then a session is all there
 * is, and only an open wallet has an address to tell.
 */

import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { openWallet } from '../custody/open-wallet.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import { type EmailLogin, told } from './email-login.ts'
import type { Http } from './http.ts'
import { custodyService, escrowService } from './services.ts'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

export interface Account {
  isConnected(): boolean
  user(wanted: { readonly chainId?: Caip2 | undefined }, signal: AbortSignal): Promise<User>
  chain(): Caip2
  switchTo(chainId: Caip2): void
  /** Opens the wallet where it is locked, and answers at once where it is open. @throws {AirlockError} UNAUTHORIZED. */
  open(signal: AbortSignal): Promise<Addresses>
  signOut(): Promise<void>
}
type User = WalletEnd['app']['handles']['GET_USER']['response']

export interface AccountContext {
  readonly projectId: string
  readonly worker: KeyWorker
  readonly http: Http
  readonly recovery: Http | undefined
  readonly session: Session
  readonly store: LoginStore
  readonly login: EmailLogin
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

const defaultChain: Caip2 = 'eip155:1'

export function createAccount(context: AccountContext): Account {
  const { projectId, worker, http, recovery, session, store, login, alone } = context
  /** One opening for everybody who asks meanwhile; it stays while the wallet is open. */
  let opening: { readonly userId: string; readonly addresses: Promise<Addresses> } | undefined
  let open: Addresses | undefined

  const openNow = async (userId: string, signal: AbortSignal): Promise<Addresses> => {
    const email = store.read('email') ?? (await session.call(walletEndpoints.user, { request: {} })).email
    if (email === undefined) throw new AirlockError('UNAUTHORIZED')
    const { recoveryKinds } = await http(walletEndpoints.config, { request: { projectId } })
    const escrow =
      recovery && escrowService(recovery, { projectId, email, check: () => login.confirmRecovery(email, signal) })
    return openWallet({
      userId,
      call: (method, request) => worker.call(method, request),
      service: custodyService(session),
      escrow,
      newRecovery: recoveryKinds.includes('escrow') ? [{ kind: 'escrow', halves: recovery ? 2 : 1 }] : [],
      async recover({ set: { walletId }, methods }) {
        const method = methods.find(({ kind }) => kind === 'escrow')
        if (!method) throw new AirlockError('NOT_AVAILABLE')
        const { methodId, sealedR } = method
        if (!escrow) return { kind: 'escrow', methodId, sealedR }
        const place = { walletId, methodId, ...(await worker.call('recipient', {})) }
        return { kind: 'escrow', methodId, sealedR, sealedShare: await escrow.open(place) }
      },
      alone,
      signal,
    })
  }
  const opened = async (signal: AbortSignal): Promise<Addresses> => {
    const userId = session.userId()
    if (userId === undefined) throw new AirlockError('UNAUTHORIZED')
    const isOpen = opening?.userId === userId && (!open || (await worker.call('known', { userId })).unlocked)
    if (!isOpen || !opening) {
      open = undefined
      const own = { userId, addresses: told(() => openNow(userId, signal)) }
      opening = own
      own.addresses.then(
        (addresses) => {
          if (opening === own) open = addresses
        },
        () => {
          if (opening === own) opening = undefined
        },
      )
    }
    return opening.addresses
  }

  return {
    isConnected() {
      if (session.userId() !== undefined) return true
      store.clearCache()
      return false
    },
    async user({ chainId = store.read('lastUsedChain') ?? defaultChain }, signal) {
      const namespace = namespaceOf(chainId)
      if (namespace !== 'eip155' && namespace !== 'solana') throw new AirlockError('CHAIN_NOT_SUPPORTED')
      const address = (await opened(signal))[namespace]
      store.write('lastUsedChain', chainId)
      store.write('emailLoginUsed', true)
      const email = store.read('email')
      return {
        ...(email !== undefined && { email }),
        address,
        chainId,
        accounts: [{ address, type: 'eoa' }],
        preferredAccountType: 'eoa',
        smartAccountDeployed: false,
      }
    },
    chain: () => store.read('lastUsedChain') ?? defaultChain,
    switchTo: (chainId) => store.write('lastUsedChain', chainId),
    open: opened,
    async signOut() {
      opening = undefined
      open = undefined
      await session.end()
      store.clearCache()
      worker.stop()
    },
  }
}
