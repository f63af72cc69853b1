/**
 * The methods that open the wallet on a new device: an approval in an email, or passkeys. A passkey can be added while the recovery secret
 * is in memory, right after a sign-in on a new device; later, another method has to open the secret first. If the user removes the email
 * method, only passkeys remain. A wallet without any method opens only on its own device, which keeps the secret.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { CustodyLevel, NewRecoveryMethod, RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import { levelOf } from '../custody/level.ts'
import { type EscrowService, ServiceRefusal } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { OpenRecovery } from '../key-link/surface.ts'
import type { Account } from '../login/account.ts'
import type { Session } from '../login/session.ts'
import type { Passkeys } from '../recovery/passkeys.ts'
import type { Recovery } from '../recovery/recovery.ts'
import { createShown, screenOf } from './shown.ts'
import { type Reading, type SecurityTrouble, securityTrouble, showRead, signedInUser } from './trouble.ts'

export type RecoveryScreen =
  | Reading
  | {
      readonly status: 'list'
      readonly methods: readonly RecoveryMethod[]
      /** Who besides the user could open the wallet, as the service computes it (custody rule 5). */
      readonly level?: CustodyLevel | undefined
      /** When a recovery kit was last made. Only the user knows whether it still exists. */
      readonly kitMadeAt?: number | undefined
      /** The next press can add a passkey; otherwise the secret has to be opened first. */
      readonly isAtHand: boolean
      /** Waits for the approval in an email. */
      readonly isMailed?: boolean
      /** The secret is being opened without an email. */
      readonly isOpening?: boolean
      /** A passkey is being created or stored. */
      readonly isAdding?: boolean
      readonly asked?: RecoveryMethod | undefined
      readonly isRemoving?: boolean
      readonly trouble?: SecurityTrouble | undefined
      readonly done?: 'added' | 'removed'
    }
type List = Extract<RecoveryScreen, { status: 'list' }>

/** What has to open the recovery secret before a passkey can be added. `device`: opening the wallet also opens the secret. */
export function openerOf({ methods, isAtHand }: List): 'mail' | 'passkey' | 'password' | 'device' | undefined {
  if (isAtHand) return undefined
  if (methods.some(({ kind }) => kind === 'escrow')) return 'mail'
  if (methods.some(({ kind }) => kind === 'passkey')) return 'passkey'
  return methods.some(({ kind }) => kind === 'password') ? 'password' : 'device'
}

export interface RecoveryMethodsContext {
  readonly session: Pick<Session, 'call' | 'userId'>
  readonly worker: Pick<KeyWorker, 'call'>
  readonly account: Pick<Account, 'email' | 'open' | 'onEnd'>
  readonly passkeys: Passkeys
  readonly newDevice: Pick<Recovery, 'ask' | 'byMail'>
  readonly hasRecoveryService: boolean
  readonly escrowFor: (email: string, signal: AbortSignal) => EscrowService | undefined
  /** Called when the secret has been opened, so that the email's check is no longer needed. */
  readonly onRecalled: () => void
}

export type RecoveryMethods = ReturnType<typeof createRecoveryMethods>

export function createRecoveryMethods(context: RecoveryMethodsContext) {
  const { session, worker, account, hasRecoveryService } = context
  const shown = createShown<RecoveryScreen>({ status: 'loading' })
  const passkey = createNewPasskey(context)
  let stopped = new AbortController()
  /** Unix ms: until then the service lets this login change or export anything. */
  let freshUntil = 0

  const read = async (): Promise<List> => {
    const { methods } = await session.call(walletEndpoints.wallets, { request: {} })
    const { custodyLevel: said, kitMadeAt } = await session.call(walletEndpoints.user, { request: {} })
    const level = levelOf(said, { methods, hasRecoveryService })
    const { hasRecoverySecret: isAtHand } = await worker.call('known', { userId: signedInUser(session) })
    // Needed by pages that open late only.
    const { loginEndpoints } = await import('@airlock/protocol/wallet-service/login-endpoints.ts')
    const { freshFor } = await session.call(loginEndpoints.logins, { request: {} })
    freshUntil = Date.now() + freshFor * 1000
    return { status: 'list', methods, level, kitMadeAt, isAtHand }
  }
  /** @param left aborts when the user has turned away: then a failure is no news */
  const update = async (
    list: List,
    doing: Partial<List>,
    work: () => Promise<Partial<List>>,
    left?: AbortSignal,
  ): Promise<void> => {
    shown.set({ ...plain(list), ...doing })
    try {
      const change = await work()
      shown.set({ ...(await read()), ...change })
    } catch (error) {
      // The previous list, without anything in progress.
      shown.set({ ...plain(list), asked: list.asked, trouble: left?.aborted ? undefined : securityTrouble(error) })
    }
  }
  /** Opens the secret by another method. Adding the passkey then needs another press. */
  const recall = async (list: List): Promise<void> => {
    const opener = openerOf(list)
    stopped = new AbortController()
    const { signal } = stopped
    await update(list, opener === 'mail' ? { isMailed: true } : { isOpening: true }, async () => {
      if (opener === 'device') await account.open(signal)
      else await recallSecret(context, list, opener, signal)
      return {}
    })
  }
  const create = async (list: List): Promise<void> => {
    stopped = new AbortController()
    const { signal } = stopped
    await update(list, { isAdding: true }, () => passkey.add(credentialsOf(list), signal), signal)
  }
  /** Without a fresh login nothing else is asked of the user, who would have to prove it a second time after signing in again. */
  const hasFreshLogin = (now: List): boolean => {
    const isFresh = Date.now() < freshUntil
    if (!isFresh) shown.set({ ...plain(now), trouble: 'needsLogin' })
    return isFresh
  }
  const list = (): List | undefined => {
    const screen = shown.get()
    const isBusy =
      screen.status !== 'list' || screen.isAdding || screen.isMailed || screen.isOpening || screen.isRemoving
    return isBusy ? undefined : screen
  }

  return {
    ...screenOf(shown),
    load: () => showRead(shown, read),
    /** Must be called during the press. */
    async add(): Promise<void> {
      const now = list()
      if (now && hasFreshLogin(now)) await (now.isAtHand || passkey.isMade() ? create(now) : recall(now))
    },
    /** Opens the recovery secret if another method has to. True if a kit can be made now. Must be called during the press. */
    async prepare(): Promise<boolean> {
      const now = list()
      if (!now || !hasFreshLogin(now)) return false
      // A device that keeps the secret needs nobody.
      if (now.isAtHand || openerOf(now) === 'device') return true
      await recall(now)
      return list()?.isAtHand ?? false
    },
    ask(methodId: string | undefined): void {
      const now = list()
      if (now) shown.set({ ...plain(now), asked: now.methods.find((each) => each.methodId === methodId) })
    },
    /** Removes `asked`. */
    async confirm(): Promise<void> {
      const now = list()
      const asked = now?.asked
      if (!now || !asked) return
      await update(now, { asked, isRemoving: true }, async () => {
        const path = { walletId: await walletIdOf(session), methodId: asked.methodId }
        await session.call(walletEndpoints.recoveryMethodDelete, { request: {}, path })
        const { credentialId } = asked
        // The copy on this device is removed too. If that fails, the copy still opens nothing without this device's share.
        if (credentialId !== undefined)
          await worker.call('dropPasskey', { userId: signedInUser(session), credentialId }).catch(() => {})
        return { done: 'removed' }
      })
    },
    /** Stops waiting for the secret to be opened, and closes the browser's prompt for a passkey. */
    stop: () => stopped.abort(new ServiceRefusal('CHECK_EXPIRED')),
  }
}

/** The new passkey of a wallet whose recovery secret is at hand. */
function createNewPasskey({ session, worker, account, passkeys }: RecoveryMethodsContext) {
  /** A passkey that was created but not stored at the service. The next attempt stores it instead of creating another one. */
  let made: { readonly userId: string; readonly walletId: string; readonly method: NewRecoveryMethod } | undefined
  account.onEnd((why) => {
    // Kept if the user signs in again, because storing it may need a recent login.
    if (why === 'forgotten') made = undefined
  })
  const ownMade = () => (made?.userId === session.userId() ? made : undefined)
  const make = async (existing: readonly string[], signal: AbortSignal) => {
    const userId = signedInUser(session)
    const walletId = await walletIdOf(session)
    const name = (await account.email()) ?? walletName
    const passkey = await passkeys.create({ name, existing, signal })
    return { userId, walletId, method: (await worker.call('addPasskey', { userId, passkey })).method }
  }
  return {
    isMade: () => ownMade() !== undefined,
    async add(existing: readonly string[], signal: AbortSignal): Promise<Partial<List>> {
      made = ownMade() ?? (await make(existing, signal))
      const { method: request, walletId } = made
      try {
        await session.call(walletEndpoints.recoveryMethodAdd, { request, path: { walletId } })
      } catch (error) {
        if (error instanceof ServiceRefusal && neverStored.has(error.code)) made = undefined
        throw error
      }
      made = undefined
      return { done: 'added' }
    },
  }
}

async function recallSecret(
  { session, worker, account, passkeys, newDevice, escrowFor, onRecalled }: RecoveryMethodsContext,
  list: List,
  opener: 'mail' | 'passkey' | 'password' | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  // Must come first, during the press.
  const passkey = opener === 'passkey' ? await passkeys.use(credentialsOf(list), signal) : undefined
  const walletId = await walletIdOf(session)
  const request = await worker.call('recipient', {})
  const { set, methods } = await session.call(walletEndpoints.recoveryOpen, { request, path: { walletId } })
  const recallWith = (recovery: OpenRecovery) => worker.call('recall', { userId: signedInUser(session), set, recovery })
  if (opener === 'password')
    return recallWith(await newDevice.ask({ opened: { set, methods }, escrow: undefined, signal }))
  const asked = list.methods.find(({ credentialId }) => credentialId === passkey?.credentialId)
  const method = methods.find(({ kind, methodId }) => (passkey ? methodId === asked?.methodId : kind === 'escrow'))
  if (!method) throw new ServiceRefusal('RECOVERY_UNKNOWN')
  if (passkey) {
    const { methodId, sealedR } = method
    await recallWith({ kind: 'passkey', methodId, sealedR, passkey })
  } else {
    // Where half of the recovery secret is kept for a mailbox, there is one.
    const email = await account.email()
    if (email === undefined) throw new AirlockError('UNAUTHORIZED')
    await recallWith(await newDevice.byMail(method, walletId, escrowFor(email, signal)))
  }
  onRecalled()
}

async function walletIdOf(session: Pick<Session, 'call'>): Promise<string> {
  const { wallet } = await session.call(walletEndpoints.wallets, { request: {} })
  if (!wallet) throw new ServiceRefusal('WALLET_UNKNOWN')
  return wallet.walletId
}

const credentialsOf = ({ methods }: List) => methods.flatMap(({ credentialId }) => credentialId ?? [])

/** Refusals that a retry cannot fix. TOO_MANY is not one of them: the user can remove a method first. */
const neverStored: ReadonlySet<string> = new Set(['WALLET_UNKNOWN', 'CONTENT_MISMATCH', 'RECOVERY_REFUSED'])

const plain = ({ status, methods, level, kitMadeAt, isAtHand }: List): List => {
  return { status, methods, level, kitMadeAt, isAtHand }
}

/** How a passkey is listed by the device for an account without an address. */
const walletName = 'Wallet'
