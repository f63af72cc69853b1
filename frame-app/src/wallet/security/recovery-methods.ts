/**
 * How the wallet is opened on a new device: by a tap in a mail, or by passkeys. A passkey is made while the recovery secret is at hand,
 * right after a sign-in on a new device; later another method has to open the secret first. Who removes the mail has passkeys alone; a
 * wallet that has no method at all opens on its own device only, which keeps the secret.
 */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { CustodyLevel, NewRecoveryMethod, RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import type { EscrowService } from '../custody/service.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { Account } from '../login/account.ts'
import type { Session } from '../login/session.ts'
import type { Passkeys } from '../passkey/passkeys.ts'
import type { Recovery } from '../passkey/recovery.ts'
import { createShown } from './shown.ts'
import { type SecurityTrouble, securityTrouble } from './trouble.ts'

export type RecoveryScreen =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly trouble: SecurityTrouble }
  | {
      readonly status: 'list'
      readonly methods: readonly RecoveryMethod[]
      /** Who besides the person could open the wallet, as the service computes it (custody rule 5). */
      readonly level?: CustodyLevel | undefined
      /** A passkey can be made with the next press; otherwise something opens the secret first. */
      readonly isAtHand: boolean
      /** A mail waits for its tap. */
      readonly isMailed?: boolean
      /** The secret is on its way without a mail. */
      readonly isOpening?: boolean
      /** The person is at the authenticator, or the passkey on its way. */
      readonly isAdding?: boolean
      readonly asked?: RecoveryMethod | undefined
      readonly isRemoving?: boolean
      readonly trouble?: SecurityTrouble | undefined
      readonly done?: 'added' | 'removed'
    }
type List = Extract<RecoveryScreen, { status: 'list' }>

/** What has to open the recovery secret before a passkey can be added. `device`: the wallet opens, and the secret with it. */
export function openerOf({ methods, isAtHand }: List): 'mail' | 'passkey' | 'device' | undefined {
  if (isAtHand) return undefined
  if (methods.some(({ kind }) => kind === 'escrow')) return 'mail'
  return methods.some(({ kind }) => kind === 'passkey') ? 'passkey' : 'device'
}

export interface RecoveryMethods {
  screen(): RecoveryScreen
  subscribe(onChange: () => void): () => void
  load(): Promise<void>
  /** Called inside the press. */
  add(): Promise<void>
  ask(methodId: string | undefined): void
  /** Removes the one that was asked about. */
  confirm(): Promise<void>
  /** Nobody waits for what opens the secret any more. */
  stop(): void
}

export interface RecoveryMethodsContext {
  readonly session: Pick<Session, 'call' | 'userId'>
  readonly worker: Pick<KeyWorker, 'call'>
  readonly account: Pick<Account, 'email' | 'open' | 'onEnd'>
  readonly passkeys: Passkeys
  readonly newDevice: Pick<Recovery, 'byMail'>
  readonly escrowFor: (email: string, signal: AbortSignal) => EscrowService | undefined
  /** The mail has done what it was for. */
  readonly onRecalled: () => void
}

export function createRecoveryMethods(context: RecoveryMethodsContext): RecoveryMethods {
  const { session, worker, account, passkeys, newDevice, escrowFor, onRecalled } = context
  const shown = createShown<RecoveryScreen>({ status: 'loading' })
  /** Made and not stored yet: asked for again, it is stored, and not made a second time. */
  let made: { readonly userId: string; readonly walletId: string; readonly method: NewRecoveryMethod } | undefined
  let stopped: AbortController | undefined
  account.onEnd((why) => {
    // Whoever signs in again, for a login that is fresh enough, still has it.
    if (why === 'forgotten') made = undefined
  })

  const userId = (): string => {
    const signedIn = session.userId()
    if (signedIn === undefined) throw new ServiceRefusal('TOKEN_INVALID')
    return signedIn
  }
  const ownMade = () => (made?.userId === session.userId() ? made : undefined)
  const read = async (): Promise<List> => {
    const { methods } = await session.call(walletEndpoints.wallets, { request: {} })
    const { custodyLevel: level } = await session.call(walletEndpoints.user, { request: {} })
    const { hasRecoverySecret: isAtHand } = await worker.call('known', { userId: userId() })
    return { status: 'list', methods, level, isAtHand }
  }
  const walletId = async (): Promise<string> => {
    const { wallet } = await session.call(walletEndpoints.wallets, { request: {} })
    if (!wallet) throw new ServiceRefusal('WALLET_UNKNOWN')
    return wallet.walletId
  }
  const update = async (list: List, work: () => Promise<Partial<List>>): Promise<void> => {
    try {
      const change = await work()
      shown.set({ ...(await read()), ...change })
    } catch (error) {
      // The list as it was; what was under way is over.
      shown.set({ ...plain(list), asked: list.asked, trouble: securityTrouble(error) })
    }
  }

  /** Another way opens the secret first. The passkey needs a press of its own afterwards. */
  const recall = async (list: List): Promise<void> => {
    const opener = openerOf(list)
    const own = new AbortController()
    stopped = own
    shown.set({ ...plain(list), ...(opener === 'mail' ? { isMailed: true } : { isOpening: true }) })
    if (opener === 'device')
      return update(list, async () => {
        await account.open(own.signal)
        return {}
      })
    await update(list, async () => {
      // Before anything else is asked, inside the press.
      const passkey = opener === 'passkey' ? await passkeys.use(credentialsOf(list)) : undefined
      const id = await walletId()
      const { recipient } = await worker.call('recipient', {})
      const { set, methods } = await session.call(walletEndpoints.recoveryOpen, {
        request: { recipient },
        path: { walletId: id },
      })
      const asked = list.methods.find(({ credentialId }) => credentialId === passkey?.credentialId)
      const method = methods.find(({ kind, methodId }) => (passkey ? methodId === asked?.methodId : kind === 'escrow'))
      if (!method) throw new ServiceRefusal('RECOVERY_UNKNOWN')
      const recovery = passkey
        ? { kind: 'passkey' as const, methodId: method.methodId, sealedR: method.sealedR, passkey }
        : await newDevice.byMail(method, id, escrowFor(await account.email(), own.signal))
      await worker.call('recall', { userId: userId(), set, recovery })
      onRecalled()
      return {}
    })
  }

  const create = async (list: List): Promise<void> => {
    shown.set({ ...plain(list), isAdding: true })
    await update(list, async () => {
      const own = userId()
      made = ownMade() ?? {
        userId: own,
        walletId: await walletId(),
        method: (
          await worker.call('addPasskey', {
            userId: own,
            passkey: await passkeys.create({
              name: await account.email(),
              existing: credentialsOf(list),
            }),
          })
        ).method,
      }
      const { method: request, walletId: id } = made
      try {
        await session.call(walletEndpoints.recoveryMethodAdd, { request, path: { walletId: id } })
      } catch (error) {
        if (error instanceof ServiceRefusal && neverStored.has(error.code)) made = undefined
        throw error
      }
      made = undefined
      return { done: 'added' }
    })
  }

  const list = (): List | undefined => {
    const screen = shown.get()
    const isBusy =
      screen.status !== 'list' || screen.isAdding || screen.isMailed || screen.isOpening || screen.isRemoving
    return isBusy ? undefined : screen
  }

  return {
    screen: shown.get,
    subscribe: shown.subscribe,
    async load() {
      shown.set({ status: 'loading' })
      try {
        shown.set(await read())
      } catch (error) {
        shown.set({ status: 'failed', trouble: securityTrouble(error) })
      }
    },
    async add() {
      const now = list()
      if (now) await (now.isAtHand || ownMade() ? create(now) : recall(now))
    },
    ask(methodId) {
      const now = list()
      if (now) shown.set({ ...plain(now), asked: now.methods.find((each) => each.methodId === methodId) })
    },
    async confirm() {
      const now = list()
      const asked = now?.asked
      if (!now || !asked) return
      shown.set({ ...plain(now), asked, isRemoving: true })
      await update(now, async () => {
        const path = { walletId: await walletId(), methodId: asked.methodId }
        await session.call(walletEndpoints.recoveryMethodDelete, { request: {}, path })
        const { credentialId } = asked
        // The copy on this device goes with it; what a browser would not erase opens nothing without this device's share.
        if (credentialId !== undefined)
          await worker.call('dropPasskey', { userId: userId(), credentialId }).catch(() => {})
        return { done: 'removed' }
      })
    },
    stop: () => stopped?.abort(new ServiceRefusal('CHECK_EXPIRED')),
  }
}

const credentialsOf = ({ methods }: List) => methods.flatMap(({ credentialId }) => credentialId ?? [])

/** What the service will not take at the next press either. Where there are too many, one can be removed first. */
const neverStored: ReadonlySet<string> = new Set(['WALLET_UNKNOWN', 'CONTENT_MISMATCH', 'RECOVERY_REFUSED'])

const plain = ({ methods, level, isAtHand }: List): List => ({ status: 'list', methods, level, isAtHand })
