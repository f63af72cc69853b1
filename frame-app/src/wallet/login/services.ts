/** The services of custody over HTTP. Each call uses one endpoint of the contract. */
import { walletEndpoints as endpoints, recoveryEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { type CustodyService, type EscrowService, ServiceRefusal } from '../custody/service.ts'
import type { Http } from './http.ts'
import type { RecoveryMailing } from './recovery-mail.ts'
import type { Session } from './session.ts'

export const custodyService = ({ call }: Pick<Session, 'call'>): CustodyService => ({
  wallets: () => call(endpoints.wallets, { request: {} }),
  createWallet: (request) => call(endpoints.walletCreate, { request }),
  activateWallet: (walletId, request) => call(endpoints.walletActivate, { request, path: { walletId } }),
  share: (walletId, request) => call(endpoints.walletShare, { request, path: { walletId } }),
  addSet: (walletId, request) => call(endpoints.shareSetCreate, { request, path: { walletId } }),
  activateSet: (walletId, setId, request) => call(endpoints.shareSetActivate, { request, path: { walletId, setId } }),
  openRecovery: (walletId, request) => call(endpoints.recoveryOpen, { request, path: { walletId } }),
})

interface EscrowContext {
  readonly projectId: string
  readonly recovery: Http | undefined
  readonly login: Pick<RecoveryMailing, 'confirmRecovery'>
}

/** Releases nothing before the user has approved the recovery service's own email. Absent without that service or an address. */
export const escrowFor = (
  { projectId, recovery: http, login }: EscrowContext,
  email: string | undefined,
  signal: AbortSignal,
): EscrowService | undefined =>
  http && email !== undefined
    ? escrowService(http, { projectId, email }, (release) => login.confirmRecovery(email, signal, release))
    : undefined

const escrowService = (
  http: Http,
  mailbox: { readonly projectId: string; readonly email: string },
  confirmed: <T>(release: (checkId: string) => Promise<T>) => Promise<T>,
): EscrowService => ({
  async put(half, beforeReplacing) {
    const request = { ...mailbox, ...half }
    const put = async (checkId?: string) =>
      (await http(recoveryEndpoints.sharePut, { request: { ...request, checkId } })).sealedShare
    try {
      return await put()
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.code !== 'CHECK_NOT_APPROVED') throw error
      return confirmed(async (checkId) => {
        await beforeReplacing()
        return put(checkId)
      })
    }
  },
  open: (half) =>
    confirmed(
      async (checkId) => (await http(recoveryEndpoints.shareOpen, { request: { checkId, ...half } })).sealedShare,
    ),
})
