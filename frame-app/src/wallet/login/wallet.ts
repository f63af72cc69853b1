/**
 * The embedded wallet behind the link, put together when it is first needed: Key Worker, services, login, account. A module of its own,
 * so that a document which nobody asks anything loads none of it.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { openLocalStorage } from '../../shared/boot/local-storage.ts'
import { createSigner } from '../custody/signer.ts'
import { createKeyWorker } from '../custody/worker-client.ts'
import type { Signer } from '../signing/signer.ts'
import { type Account, createAccount } from './account.ts'
import { createEmailLogin, type EmailLogin } from './email-login.ts'
import { createHttp } from './http.ts'
import { createSession } from './session.ts'
import { createLoginStore } from './store.ts'

export interface EmbeddedWallet {
  readonly login: EmailLogin
  readonly account: Account
  /** Opens the wallet first, where it has been locked meanwhile. */
  readonly signer: Signer
}

/** @param hostOrigin the page around the wallet, as the browser says. @throws {AirlockError} NOT_AVAILABLE without a service. */
export function createEmbeddedWallet(project: ProjectRecord, hostOrigin: string): EmbeddedWallet {
  const { projectId, walletServiceUrl, recoveryServiceUrl } = project
  if (walletServiceUrl === undefined) throw new AirlockError('NOT_AVAILABLE')
  const worker = createKeyWorker(projectId)
  addEventListener('pagehide', () => worker.stop())
  const store = createLoginStore(projectId, openLocalStorage('@airlock/wallet/'))
  const http = createHttp(walletServiceUrl, worker)
  const recovery = recoveryServiceUrl === undefined ? undefined : createHttp(recoveryServiceUrl, worker)
  const session = createSession(http, store, alone)
  const login = createEmailLogin({ projectId, hostOrigin, http, recovery, session, store, now: Date.now })
  const account = createAccount({ projectId, worker, http, recovery, session, store, login, alone })
  const keys = createSigner(worker)
  const signer: Signer = {
    async sign(request, signal) {
      await account.open(signal)
      return keys.sign(request, signal)
    },
  }
  return { login, account, signer }
}

/** One at a time among the tabs of this partition. */
const alone = <T>(name: string, work: () => Promise<T>): Promise<T> => navigator.locks.request(`@airlock/${name}`, work)
