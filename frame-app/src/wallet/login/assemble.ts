/** Assembles the embedded wallet. Browser-only dependencies are injected. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { createSecurity, type Security } from '../account-pages/security.ts'
import type { SentLog } from '../approval/eip155/nonces.ts'
import type { BatchLog } from '../approval/eip155/sent-batches.ts'
import { createSigner } from '../custody/signer.ts'
import type { KeyWorker, KeyWorkerEnd } from '../custody/worker-client.ts'
import { createRecovery } from '../recovery/create-recovery.ts'
import type { PasskeyPlace, Passkeys } from '../recovery/passkeys.ts'
import type { Signer } from '../signing/request.ts'
import type { Account } from './account.ts'
import { createAccount } from './create-account.ts'
import type { EmailChange } from './email-change.ts'
import { createEmailLogin, type EmailLogin, told } from './email-login.ts'
import type { FarcasterLogin } from './farcaster-login.ts'
import { createHttp } from './http.ts'
import type { Keeper } from './kept.ts'
import { createSession, type Session } from './session.ts'
import { createSmartAccounts } from './smart-accounts.ts'
import type { SocialLogin } from './social-login.ts'
import { createLoginStore } from './store.ts'
import { createTabs } from './tabs.ts'

export interface EmbeddedWallet {
  readonly login: EmailLogin
  /** Loaded at the first social login. */
  readonly social: () => Promise<SocialLogin>
  /** Loaded at the first change of the email address. */
  readonly emailChange: () => Promise<EmailChange>
  /** Loaded at the first Farcaster login. */
  readonly farcaster: () => Promise<FarcasterLogin>
  readonly account: Account
  /** Refuses while the wallet is locked. */
  readonly signer: Signer
  /** Transactions sent by the tabs of this partition. */
  readonly sent: SentLog
  /** Calls that pages of this partition have sent. */
  readonly batches: BatchLog
  /** The wallet service, as this device. */
  readonly service: Session['call']
  /** Prompts of the wallet frame itself: unlocking, a new device, passkeys, devices. */
  readonly security: Security
  readonly passkeyPlace: PasskeyPlaces
  /** Runs one piece of work per name at a time, among all tabs of this partition. */
  readonly alone: WalletParts['alone']
  /** What the wallet's own window keeps; loaded where frames forget. */
  readonly keeper: () => Promise<Keeper>
}

/** Where passkeys are asked for. */
export interface PasskeyPlaces {
  /** Whether every frame ancestor delegates passkeys. */
  readonly isAllowedHere: boolean
  /** Moves them to the wallet's own window; `undefined`: back to the frame. */
  moveTo(window: PasskeyPlace | undefined): void
}

export interface WalletParts {
  readonly project: ProjectRecord
  readonly hostOrigin: string
  /** Default on first use in this partition. */
  readonly firstChain: Caip2
  /** @param onEnd called when the Worker has ended by itself */
  readonly startWorker: (onEnd: (why: KeyWorkerEnd) => void) => KeyWorker
  /** Absent: the login lasts as long as the page. */
  readonly storage: Storage | undefined
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly passkeys: Passkeys
  /** Absent: passkeys are asked for in the frame. */
  readonly passkeyPlace?: PasskeyPlaces
  /** Whether this device can offer a passkey. Absent: it cannot. */
  readonly hasAuthenticator?: () => Promise<boolean>
  /** Tabs with the same value share their storage. */
  readonly partition: string
}

/** @throws {AirlockError} NOT_AVAILABLE without a service. */
export function assembleWallet(parts: WalletParts): EmbeddedWallet {
  const { project, hostOrigin, firstChain, startWorker, storage, alone, passkeys, partition } = parts
  const { passkeyPlace = { isAllowedHere: true, moveTo: () => {} } } = parts
  const { hasAuthenticator = () => Promise.resolve(false) } = parts
  const { projectId, walletServiceUrl, recoveryServiceUrl } = project
  if (walletServiceUrl === undefined) throw new AirlockError('NOT_AVAILABLE')
  const worker = startWorker((why) => account.lock.workerEnded(why))
  const store = createLoginStore(projectId, hostOrigin, storage)
  const http = createHttp(walletServiceUrl, worker, walletEndpoints.nonce)
  const recovery =
    recoveryServiceUrl === undefined ? undefined : createHttp(recoveryServiceUrl, worker, recoveryEndpoints.nonce)
  const tabs = createTabs(
    partition,
    () => ({ refreshToken: store.read('session')?.refreshToken }),
    (why, which) => account.end(why, which),
    // Without a session it is opened when it is needed.
    () => void account.openMoved().catch(() => {}),
  )
  const renewDevice = () => worker.call('renew', {})
  const session = createSession(http, store, alone, (why, which) => {
    account.end(why, which)
    // The service no longer accepts this device's key, so the device gets a new one; its stored data stays valid. Other tabs are told
    // only after that, because a login that they begin with the old key would be lost.
    if (why === 'removed')
      void renewDevice()
        .catch(() => {})
        .then(() => tabs.tell(why, which))
    else tabs.tell(why, which)
  })
  const parties = { projectId, hostOrigin, serviceUrl: walletServiceUrl, http, session, store, renewDevice }
  const login = createEmailLogin({ ...parties, recovery, now: Date.now })
  const social = kept(async () => (await import('./social-login.ts')).createSocialLogin(parties))
  const emailChange = kept(async () =>
    (await import('./email-change.ts')).createEmailChange({ recovery, session, login, store }),
  )
  const farcaster = kept(async () => (await import('./farcaster-login.ts')).createFarcasterLogin(parties))
  const keeper = async () =>
    (await import('../account-pages/controls.ts')).createKeeper({ ...parties, worker, alone, storage, told })
  const newDevice = createRecovery({
    worker,
    passkeys,
    methods: async () => (await session.call(walletEndpoints.wallets, { request: {} })).methods,
    hasKit: async () => (await session.call(walletEndpoints.user, { request: {} })).kitMadeAt !== undefined,
    openRecovery: (walletId, request) => session.call(walletEndpoints.recoveryOpen, { request, path: { walletId } }),
  })
  const account: Account = createAccount({
    ...parties,
    hasNodes: (chainId) => (project.rpc[chainId]?.length ?? 0) > 0,
    firstChain,
    worker,
    recovery,
    login,
    passkeys,
    smartAccounts: createSmartAccounts(project),
    askRecovery: newDevice.ask,
    onCreated: async (signal) => {
      await security.offerPasskey(signal, { hasAuthenticator: await hasAuthenticator() })
    },
    alone,
    tellTabs: tabs.tell,
  })
  const signer = createSigner(worker)
  const sent: SentLog = {
    read: () => store.read('sentTransactions') ?? [],
    write: (all) => store.write('sentTransactions', all),
  }
  const batches: BatchLog = {
    read: () => store.read('sentBatches') ?? [],
    write: (all) => store.write('sentBatches', all),
  }
  const security: Security = createSecurity({
    project,
    recovery,
    worker,
    session,
    login,
    account,
    passkeys,
    newDevice,
    loginsOf: { ...parties, socials: project.socials },
    alone,
    sent,
  })
  const { call: service } = session
  return {
    login,
    social,
    farcaster,
    emailChange,
    account,
    signer,
    sent,
    batches,
    service,
    security,
    passkeyPlace,
    alone,
    keeper,
  }
}

/** Loaded with the first call. */
function kept<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
