/**
 * All prompts and pages of the wallet frame other than approvals, one screen at a time; prompts that a caller waits for come first. Views
 * read `screen()` and call the controls; nothing here depends on where they are shown.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { LockControl, LockScreen } from '../lock/lock.ts'
import type { Account } from '../login/account.ts'
import type { EmailLogin } from '../login/email-login.ts'
import type { Http } from '../login/http.ts'
import type { RecoveryMail } from '../login/recovery-mail.ts'
import { escrowService } from '../login/services.ts'
import type { Session } from '../login/session.ts'
import type { Passkeys } from '../recovery/passkeys.ts'
import type { RecoveryScreen as NewDeviceScreen, Recovery } from '../recovery/recovery.ts'
import { createDevices, type Devices, type DevicesScreen } from './devices.ts'
import type { ExportScreen, Exports } from './exports.ts'
import { createInterrupted } from './interrupted.ts'
import type { Logins, LoginsContext, LoginsScreen } from './logins.ts'
import { createRecoveryMethods, type RecoveryMethods, type RecoveryScreen } from './recovery-methods.ts'
import type { Rotation, RotationContext, RotationScreen } from './rotation.ts'
import { createShown } from './shown.ts'
import type { SmartAccount, SmartAccountScreen, Undelegate } from './smart-account.ts'

/** Pages that the modal may open. */
export type SecurityPage = 'devices' | 'recovery' | 'logins'

export type SecurityScreen =
  | { readonly kind: 'lock'; readonly lock: LockScreen }
  | { readonly kind: 'newDevice'; readonly newDevice: NewDeviceScreen }
  /** The recovery service waits for the number in its email. */
  | { readonly kind: 'mailed'; readonly mail: RecoveryMail }
  | { readonly kind: 'devices'; readonly devices: DevicesScreen }
  | { readonly kind: 'recovery'; readonly recovery: RecoveryScreen }
  | { readonly kind: 'export'; readonly export: ExportScreen }
  | { readonly kind: 'smartAccount'; readonly smartAccount: SmartAccountScreen }
  | { readonly kind: 'logins'; readonly logins: LoginsScreen }
  | { readonly kind: 'rotation'; readonly rotation: RotationScreen }
  /** `isWarning`: without a passkey, only this device opens the wallet. */
  | { readonly kind: 'offer'; readonly recovery: OfferScreen; readonly isWarning: boolean }
/** Offers to add a passkey, and shows its progress and success. */
export type OfferScreen = Extract<RecoveryScreen, { status: 'list' }>

/** Identifies the removal that the screen asks about, the login that it asks to add, or the export. */
export function questionOf(screen: SecurityScreen | undefined): string | undefined {
  if (screen?.kind === 'devices') {
    const id = screen.devices.status === 'list' ? screen.devices.asked?.deviceId : undefined
    return id && `devices/${id}`
  }
  if (screen?.kind === 'recovery') {
    const id = screen.recovery.status === 'list' ? screen.recovery.asked?.methodId : undefined
    return id && `recovery/${id}`
  }
  if (screen?.kind === 'logins') {
    const { logins } = screen
    if (logins.status === 'found') return 'logins'
    const id = logins.status === 'list' ? logins.asked?.loginId : undefined
    return id && `logins/${id}`
  }
  return screen?.kind === 'export' || screen?.kind === 'rotation' ? screen.kind : undefined
}

export interface Security {
  /** `undefined` if there is nothing to show. */
  screen(): SecurityScreen | undefined
  subscribe(onChange: () => void): () => void
  show(page: SecurityPage): void
  /** Opens the page that exports secrets: for the user's press in the wallet, which may be followed by a login; never for a message alone. */
  showExport(wanted?: 'kit'): Promise<void>
  /** Loaded with its page. */
  exports(): Exports | undefined
  /** Opens the page on which the account becomes a plain one again; absent if the project has no smart accounts. */
  readonly showSmartAccount: (() => Promise<void>) | undefined
  /** Loaded with its page. */
  smartAccount(): SmartAccount | undefined
  onUndelegate(undelegate: Undelegate): void
  /** Loaded with its page. */
  logins(): Logins | undefined
  /** Opens the page that replaces the key: for the same. */
  showRotation(): Promise<void>
  rotation(): Rotation | undefined
  /**
   * Offers a passkey for a new wallet, if the device can store one; or warns if the wallet has no recovery method. Shown once; later, the
   * user finds it among the wallet's pages. Resolves when the user has decided.
   */
  offerPasskey(signal: AbortSignal, options: { readonly hasAuthenticator: boolean }): Promise<void>
  /** The offer was declined or is done. Declining closes an open prompt for a passkey, and shows the warning first, if it applies. */
  leaveOffer(): void
  /** The user leaves, or the modal has closed: waiting callers are rejected. */
  close(): void
  /** Sends the email of the recovery service again. */
  resendMail(): void
  /** Ends the session, so that the user signs in again. */
  signInAgain(): void
  /** `tell` is called before that; the session ends once it has settled. */
  onSignInAgain(tell: () => Promise<void>): void
  readonly lock: LockControl
  readonly newDevice: Recovery
  readonly devices: Devices
  readonly recovery: RecoveryMethods
}

export function createSecurity(
  context: {
    readonly project: Pick<ProjectRecord, 'projectId' | 'smartAccounts' | 'rpc'>
    readonly recovery: Http | undefined
    readonly worker: Pick<KeyWorker, 'call'>
    readonly session: Session
    readonly login: EmailLogin
    readonly account: Account
    readonly passkeys: Passkeys
    readonly newDevice: Recovery
    readonly loginsOf: LoginsContext
  } & Pick<RotationContext, 'alone' | 'sent'>,
): Security {
  const { project, recovery: recoveryHttp, worker, session, login, account, passkeys, newDevice, loginsOf } = context
  const { alone, sent } = context
  const { lock } = account
  const devices = createDevices({ session, account })
  const recovery = createRecoveryMethods({
    session,
    worker,
    account,
    passkeys,
    newDevice,
    hasRecoveryService: recoveryHttp !== undefined,
    escrowFor: (email, signal) =>
      recoveryHttp &&
      escrowService(recoveryHttp, {
        projectId: project.projectId,
        email,
        confirmed: (release) => login.confirmRecovery(email, signal, release),
      }),
    onRecalled: login.forgetRecovery,
  })
  const page = createShown<SecurityPage | 'export' | 'smartAccount' | 'rotation' | 'offer' | 'warning' | undefined>(
    undefined,
  )
  let exports: Exports | undefined
  let smartAccount: SmartAccount | undefined
  let undelegate: Undelegate = () => Promise.reject(new AirlockError('NOT_AVAILABLE'))
  let logins: Logins | undefined
  let rotation: Rotation | undefined
  let decided = () => {}
  let tellSignIn = () => Promise.resolve()
  const interrupted = createInterrupted<'export' | 'rotation'>(session.userId)
  const shown = createShown<SecurityScreen | undefined>(undefined)

  const draw = (): SecurityScreen | undefined => {
    const mail = login.recoveryMail.get()
    if (mail) return { kind: 'mailed', mail }
    const locked = lock.screen()
    const asked = newDevice.screen()
    // Prompts of an unlocking wallet are shown above the lock screen.
    if (locked && !(asked && locked.opening)) return { kind: 'lock', lock: locked }
    if (asked) return { kind: 'newDevice', newDevice: asked }
    if (page.get() === 'devices') return { kind: 'devices', devices: devices.screen() }
    if (page.get() === 'recovery') return { kind: 'recovery', recovery: recovery.screen() }
    if (page.get() === 'export' && exports) return { kind: 'export', export: exports.screen() }
    if (page.get() === 'smartAccount' && smartAccount)
      return { kind: 'smartAccount', smartAccount: smartAccount.screen() }
    if (page.get() === 'logins' && logins) return { kind: 'logins', logins: logins.screen() }
    if (page.get() === 'rotation' && rotation) return { kind: 'rotation', rotation: rotation.screen() }
    const offered = recovery.screen()
    const isWarning = page.get() === 'warning'
    if ((isWarning || page.get() === 'offer') && offered.status === 'list')
      return { kind: 'offer', recovery: offered, isWarning }
    return undefined
  }
  const isOffering = () => page.get() === 'offer' || page.get() === 'warning'
  const refresh = () => shown.set(draw())
  for (const part of [lock, newDevice, devices, recovery, page, login.recoveryMail]) part.subscribe(refresh)
  account.onEnd((why) => {
    // After "forget this device", its result stays on screen.
    if (why !== 'forgotten') page.set(undefined)
    exports?.drop()
    logins?.drop()
    rotation?.stop()
    decided()
  })
  const showLogins = async () => {
    const { createLogins } = await import('./controls.ts')
    if (!logins) {
      logins = createLogins(loginsOf)
      logins.subscribe(refresh)
    }
    page.set('logins')
    await logins.load()
  }

  /** @param asked absent if the page is shown again */
  const showExport = async (asked?: { readonly wanted: 'kit' | undefined }) => {
    const { createExports } = await import('./controls.ts')
    if (!exports) {
      exports = createExports({ session, worker, account })
      exports.subscribe(refresh)
    }
    if (asked) exports.want(asked.wanted)
    page.set('export')
  }
  const showRotation = async () => {
    const { createRotation } = await import('./controls.ts')
    if (!rotation) {
      rotation = createRotation({ session, worker, account, passkeys, rpc: project.rpc, alone, sent })
      rotation.subscribe(refresh)
    }
    page.set('rotation')
    void rotation.load()
  }

  return {
    screen: shown.get,
    subscribe: shown.subscribe,
    lock,
    newDevice,
    devices,
    recovery,
    show(wanted) {
      const before = interrupted.takeUp()
      if (before) return void (before === 'export' ? showExport() : showRotation()).catch(() => {})
      if (wanted === 'logins') return void showLogins().catch(() => {})
      page.set(wanted)
      void (wanted === 'devices' ? devices : recovery).load()
    },
    exports: () => exports,
    logins: () => logins,
    rotation: () => rotation,
    showRotation,
    showExport: (wanted) => showExport({ wanted }),
    smartAccount: () => smartAccount,
    onUndelegate(next) {
      undelegate = next
    },
    showSmartAccount:
      project.smartAccounts &&
      (async () => {
        const { createSmartAccount } = await import('./controls.ts')
        if (!smartAccount) {
          smartAccount = createSmartAccount({ project, account, undelegate: (network) => undelegate(network) })
          smartAccount.subscribe(refresh)
        }
        page.set('smartAccount')
        await smartAccount.load()
      }),
    async offerPasskey(signal, { hasAuthenticator }) {
      await recovery.load()
      const ways = recovery.screen()
      if (signal.aborted || ways.status !== 'list') return
      const isOffered = hasAuthenticator && ways.isAtHand
      if (!isOffered && ways.methods.length > 0) return
      await new Promise<void>((resolve) => {
        decided = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
        page.set(isOffered ? 'offer' : 'warning')
      })
      if (isOffering()) page.set(undefined)
    },
    leaveOffer() {
      if (!isOffering()) return
      recovery.stop()
      const ways = recovery.screen()
      const isAlone = ways.status === 'list' && ways.methods.length === 0
      if (page.get() === 'offer' && isAlone) page.set('warning')
      else decided()
    },
    close() {
      page.set(undefined)
      exports?.drop()
      logins?.drop()
      rotation?.stop()
      decided()
      recovery.stop()
      login.declineRecovery()
      lock.decline()
      newDevice.decline()
    },
    resendMail: () => void login.resendRecovery(),
    signInAgain() {
      const at = page.get()
      interrupted.leave(at === 'export' || at === 'rotation' ? at : undefined)
      void tellSignIn().then(account.signOut, account.signOut)
    },
    onSignInAgain(tell) {
      tellSignIn = tell
    },
  }
}
