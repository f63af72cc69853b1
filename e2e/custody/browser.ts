/**
 * A simulated browser for the wallet's own code: partitions with storage and locks, and tabs that run the real client,
 * from the login to the Key Worker's calls. A tab may crash at any of its calls, before or after the call is done.
 */
import 'fake-indexeddb/auto'
import { recoveryEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { createSecurity, type Security } from '../../frame-app/src/wallet/account-pages/security.ts'
import { type FailureCode, KeyWorkerError } from '../../frame-app/src/wallet/key-link/failure.ts'
import { type AnswerOf, idleLockMs, type Method, type RequestOf } from '../../frame-app/src/wallet/key-link/surface.ts'
import { createCalls } from '../../frame-app/src/wallet/key-worker/calls.ts'
import { slowHash } from '../../frame-app/src/wallet/key-worker/keys/password.ts'
import { type Served, serve } from '../../frame-app/src/wallet/key-worker/serve.ts'
import { openVault } from '../../frame-app/src/wallet/key-worker/vault.ts'
import type { Account } from '../../frame-app/src/wallet/login/account.ts'
import { createAccount } from '../../frame-app/src/wallet/login/create-account.ts'
import { createEmailLogin, type EmailLogin, told } from '../../frame-app/src/wallet/login/email-login.ts'
import { createFarcasterLogin, type FarcasterLogin } from '../../frame-app/src/wallet/login/farcaster-login.ts'
import { createHttp, type Http } from '../../frame-app/src/wallet/login/http.ts'
import { createSession, type Session } from '../../frame-app/src/wallet/login/session.ts'
import { createSocialLogin, type SocialLogin } from '../../frame-app/src/wallet/login/social-login.ts'
import { createLoginStore } from '../../frame-app/src/wallet/login/store.ts'
import { createRecovery } from '../../frame-app/src/wallet/recovery/create-recovery.ts'
import type { Passkeys } from '../../frame-app/src/wallet/recovery/passkeys.ts'
import type { Recovery } from '../../frame-app/src/wallet/recovery/recovery.ts'
import { notingNumbers } from '../accounts/recovery-numbers.ts'
import { type Deployment, project } from './deployment.ts'

export class Died extends Error {
  override readonly name = 'Died'
}
/** Called before each call of a tab: returns whether the tab crashes before or after the call, or not at all. */
export type Fate = () => 'before' | 'after' | undefined
const immortal: Fate = () => undefined

const noAuthenticator = () => Promise.reject(new Error('There is no authenticator here'))
/** There are no passkeys, so a new device needs the recovery role or a kit. */
const noPasskeys: Passkeys = { create: noAuthenticator, use: noAuthenticator }

export type Partition = {
  readonly name: string
  readonly storage: Storage
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
}
export type Tab = {
  readonly partition: Partition
  readonly login: EmailLogin
  readonly social: SocialLogin
  readonly farcaster: FarcasterLogin
  readonly session: Session
  readonly account: Account
  readonly security: Pick<Security, 'recovery' | 'showExport' | 'exports'>
  readonly http: Http
  readonly recoveryHttp: Http
  /** Opens the wallet if that needs no user interaction. */
  readonly open: () => ReturnType<Account['open']>
  /** Reloads the page. */
  readonly reload: () => Tab
  readonly isDead: () => boolean
  readonly worker: { call<M extends Method>(method: M, request: RequestOf<M>): Promise<AnswerOf<M>> }
}

let partitions = 0

/** Browser storage of one host site, shared by its tabs, with locks if the browser has them. */
export function createPartition({ hasLocks = true } = {}): Partition {
  const last = new Map<string, Promise<unknown>>()
  return {
    name: `partition-${partitions++}`,
    storage: createStorage(new Map()),
    alone(name, work) {
      if (!hasLocks) return work()
      const mine = (last.get(name) ?? Promise.resolve()).then(work, work)
      last.set(
        name,
        mine.catch(() => {}),
      )
      return mine
    },
  }
}

/** A thief's copy of the profile: the same database with its keys, and a copy of the storage. */
export function copyOf(partition: Partition): Partition {
  const { storage } = partition
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return { ...partition, storage: createStorage(new Map(keys.map((key) => [key, storage.getItem(key) ?? '']))) }
}

const createStorage = (items: Map<string, string>): Storage => ({
  get length() {
    return items.size
  },
  clear: () => items.clear(),
  key: (index) => [...items.keys()][index] ?? null,
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => void items.set(key, value),
  removeItem: (key) => void items.delete(key),
})

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

/** Adds the headers that a browser adds to each request of the wallet's document. */
export function installFetch(origin: string | undefined = project.walletOrigin): () => void {
  const plain = globalThis.fetch
  const noting = notingNumbers(plain)
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    if (origin !== undefined && !headers.has('Origin')) headers.set('Origin', origin)
    headers.set('User-Agent', agent)
    return noting(input, { ...init, headers })
  }
  return () => {
    globalThis.fetch = plain
  }
}

export type TabOptions = {
  readonly fate?: Fate
  readonly hostOrigin?: string
  /** Called for each answered call of the Key Worker, with its duration in ms. */
  readonly onCall?: (method: Method, ms: number) => void
  /** Called for each call of the tab, and for its end. */
  readonly onStep?: (step: string) => void
  /** What the user types where the wallet asks how to open it on a new device. */
  readonly kit?: Kit
}
/** The text of a recovery kit, and its six words. */
export type Kit = { readonly secret: string; readonly password: string }

export function openTab(
  deployment: Pick<Deployment, 'wallet' | 'recovery' | 'aheadMs' | 'ready'>,
  partition: Partition,
  options: TabOptions = {},
): Tab {
  const { wallet, recovery, aheadMs } = deployment
  const { fate = immortal, hostOrigin = project.hostOrigins[0] ?? '' } = options
  let isDead = false
  const live = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Died()
    options.onStep?.(`${name} …`)
    const side = fate()
    if (side === 'before') {
      isDead = true
      throw new Died()
    }
    const result = await work().catch((error: unknown) => {
      options.onStep?.(`${name}: ${String(error)}`)
      throw error
    })
    options.onStep?.(`${name}: done${side === 'after' ? ', crashes' : ''}`)
    if (side === 'after') isDead = true
    if (isDead) throw new Died()
    return result
  }
  const served = serve(createCalls(openVault(partition.name), { idleMs: idleLockMs, cost: slowHash }))
  const plainWorker = { call: timed(callOf(served), options.onCall) }
  const worker: Tab['worker'] & { stop(): void } = {
    call: (method, request) => live(method, () => plainWorker.call(method, request)),
    stop: () => void served.lock({}),
  }
  const mortal =
    (http: Http): Http =>
    (endpoint, call) =>
      live(endpoint.path, () => http(endpoint, call))
  const http = mortal(createHttp(wallet.url, plainWorker, walletEndpoints.nonce))
  const recoveryHttp = mortal(createHttp(recovery.url, plainWorker, recoveryEndpoints.nonce))
  const { projectId } = project
  const { alone } = partition
  const store = createLoginStore(projectId, hostOrigin, partition.storage)
  const session = createSession(http, store, alone, (why) => account.end(why))
  const now = () => Date.now() + aheadMs()
  const renewDevice = () => worker.call('renew', {})
  const login = createEmailLogin({
    projectId,
    hostOrigin,
    http,
    recovery: recoveryHttp,
    session,
    store,
    renewDevice,
    now,
  })
  const newDevice = createRecovery({
    worker,
    passkeys: noPasskeys,
    methods: async () => (await session.call(walletEndpoints.wallets, { request: {} })).methods,
    hasKit: async () => (await session.call(walletEndpoints.user, { request: {} })).kitMadeAt !== undefined,
    openRecovery: (walletId, request) => session.call(walletEndpoints.recoveryOpen, { request, path: { walletId } }),
  })
  const provider = { projectId, hostOrigin, serviceUrl: wallet.url, http, session, store, renewDevice }
  const account: Account = createAccount({
    projectId,
    hasNodes: () => true,
    firstChain: 'eip155:1',
    worker,
    http,
    recovery: recoveryHttp,
    session,
    store,
    login,
    passkeys: noPasskeys,
    askRecovery: newDevice.ask,
    alone,
    // These tabs share storage only; messages between tabs are tested elsewhere, in a browser.
    smartAccounts: { networks: () => [], isOn: () => false, isDeployed: () => Promise.resolve(undefined) },
    tellTabs: () => {},
  })
  const security = createSecurity({
    project,
    recovery: recoveryHttp,
    worker,
    session,
    login,
    account,
    passkeys: noPasskeys,
    newDevice,
    loginsOf: { ...provider, socials: project.socials },
    alone,
    sent: { read: () => [], write: () => {} },
  })
  answerWhenAsked(newDevice, options.kit, deployment.ready)
  return {
    partition,
    login,
    social: createSocialLogin(provider),
    farcaster: createFarcasterLogin(provider),
    session,
    account,
    security,
    http,
    recoveryHttp,
    worker,
    open: () =>
      told(() => account.lock.ensure(new AbortController().signal, 'silently')).catch((error: unknown) => {
        throw isDead ? new Died() : error
      }),
    reload: () => openTab(deployment, partition, options),
    isDead: () => isDead,
  }
}

/**
 * How the user opens the wallet on this device: with the kit at hand, otherwise by email once the recovery service is back. A kit that does
 * not open is given up, which the account then reports.
 */
function answerWhenAsked(newDevice: Recovery, kit: Kit | undefined, ready: () => Promise<void>): void {
  let isAsked = false
  newDevice.subscribe(() => {
    const screen = newDevice.screen()
    if (!screen) isAsked = false
    if (!screen || isAsked) return
    isAsked = true
    if (kit) void typeKit(newDevice, kit)
    else if (screen.hasMail) void ready().then(newDevice.useMail)
    else newDevice.decline()
  })
}

async function typeKit(newDevice: Recovery, { secret, password }: Kit): Promise<void> {
  newDevice.type(true)
  const typed = newDevice.screen()?.typed
  await typed?.open(password, secret)
  if (typed?.screen().trouble) newDevice.decline()
}

const timed = (call: Tab['worker']['call'], onCall: TabOptions['onCall']): Tab['worker']['call'] =>
  onCall
    ? async (method, request) => {
        const before = performance.now()
        const answer = await call(method, request)
        onCall(method, performance.now() - before)
        return answer
      }
    : call

/** Imitates messages to and from the Worker: copies requests and answers, and reduces errors to their code. */
const callOf =
  (served: Served): Tab['worker']['call'] =>
  async (method, request) => {
    const outcome = structuredClone(await served[method](structuredClone(request)))
    if (!outcome.ok) throw new KeyWorkerError(outcome.code as FailureCode) // as: a code of the Key Worker
    return outcome.answer as AnswerOf<typeof method> // as: parsed by the schema of this method
  }
