/**
 * Takes the wallet's secrets out: the words or one key. The service gives a ticket after a fresh login, and the Key Worker
 * returns the text for it. The text is not part of the screen's state: only the view in the wallet's own window asks for it.
 */
import { type RequestOf, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { type ExportEndpoints, exportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import type { ExportKind } from '@airlock/protocol/wallet-service/shapes.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { AnswerOf } from '../key-link/surface.ts'
import type { Account } from '../login/account.ts'
import type { Session } from '../login/session.ts'
import { createShown, screenOf } from './shown.ts'
import { type SecurityTrouble, securityTrouble, signedInUser } from './trouble.ts'

export type ExportScreen =
  /** `wanted`: the user has chosen before the window opened. */
  | { readonly status: 'choosing'; readonly wanted?: 'kit' | undefined; readonly trouble?: SecurityTrouble | undefined }
  | { readonly status: 'opening'; readonly what: ExportKind }
  /** `secret()` has the text. */
  | { readonly status: 'ready'; readonly what: ExportKind }

export type Exports = ReturnType<typeof createExports>

interface Parties {
  readonly session: Pick<Session, 'call' | 'userId'>
  readonly worker: Pick<KeyWorker, 'call'>
}

/** The wallet, as this device knows it. */
export async function pinOf({ session, worker }: Parties) {
  const { pin } = await worker.call('known', { userId: signedInUser(session) })
  if (!pin) throw new ServiceRefusal('WALLET_UNKNOWN')
  return pin
}

/** Of the service, after a fresh login, for one call of the Key Worker. */
export async function ticketFor(parties: Parties, what: RequestOf<ExportEndpoints, 'exportTicket'>['what']) {
  const { walletId } = await pinOf(parties)
  const { recipient } = await parties.worker.call('recipient', {})
  const request = { walletId, what, recipient }
  return { walletId, ...(await parties.session.call(exportEndpoints.exportTicket, { request })) }
}

export function createExports(parties: Parties & { readonly account: Pick<Account, 'open'> }) {
  const { session, worker, account } = parties
  const shown = createShown<ExportScreen>({ status: 'choosing' })
  let secret: AnswerOf<'export'> | undefined
  let wanted: 'kit' | undefined
  /** Replaced when the text is dropped, so that an answer that is still on its way is not kept. */
  let running = {}

  /** Forgets the text, or why there is none. JavaScript cannot overwrite it; it is unreachable from then on. */
  const drop = () => {
    running = {}
    secret = undefined
    const screen = shown.get()
    if (screen.status !== 'choosing' || screen.trouble || screen.wanted !== wanted)
      shown.set({ status: 'choosing', wanted })
  }
  const read = async (what: ExportKind): Promise<AnswerOf<'export'>> => {
    const userId = signedInUser(session)
    const { walletId, ticket } = await ticketFor(parties, what)
    const answer = await worker.call('export', { userId, ticket })
    // Shown only once the service has it: a password that opens nothing must not be written down.
    const { method } = answer
    if (method) await session.call(walletEndpoints.recoveryMethodAdd, { request: method, path: { walletId } })
    return answer
  }

  return {
    ...screenOf(shown),
    secret: () => secret,
    drop,
    /** Offers only that; `undefined` offers all. Forgets the text. */
    want(what: 'kit' | undefined): void {
      wanted = what
      drop()
    },
    async take(what: ExportKind): Promise<void> {
      if (shown.get().status === 'opening') return
      drop()
      const own = running
      shown.set({ status: 'opening', what })
      try {
        const answer = await read(what)
        if (running !== own) return
        secret = answer
        shown.set({ status: 'ready', what })
      } catch (error) {
        if (running !== own) return
        drop()
        shown.set({ status: 'choosing', wanted, trouble: securityTrouble(error) })
        // The lock screen takes over, and this page is shown again behind it.
        if (error instanceof KeyWorkerError && error.code === 'LOCKED')
          await account.open(new AbortController().signal).catch(() => {})
      }
    },
  }
}
