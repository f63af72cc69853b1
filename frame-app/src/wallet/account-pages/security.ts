/**
 * All prompts and pages of the wallet frame other than approvals, one screen at a time; prompts that a caller waits for come first. Views
 * read `screen()` and call the controls; nothing here depends on where they are shown.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { LockScreen } from '../lock/lock.ts'
import type { Account } from '../login/account.ts'
import type { EmailLogin } from '../login/email-login.ts'
import type { Http } from '../login/http.ts'
import type { RecoveryMail } from '../login/recovery-mail.ts'
import { escrowFor } from '../login/services.ts'
import type { Session } from '../login/session.ts'
import type { Passkeys } from '../recovery/passkeys.ts'
import type { RecoveryScreen as NewDeviceScreen, Recovery } from '../recovery/recovery.ts'
import { createDevices, type DevicesScreen } from './devices.ts'
import type { ExportScreen } from './exports.ts'
import { createInterrupted } from './interrupted.ts'
import type { LoginsContext, LoginsScreen } from './logins.ts'
import { createRecoveryMethods, type RecoveryMethods, type RecoveryScreen } from './recovery-methods.ts'
import type { RotationContext, RotationScreen } from './rotation.ts'
import { createShown, type Screened, type Shown, screenOf } from './shown.ts'
import type { SmartAccountScreen, Undelegate } from './smart-account.ts'

/** Pages that the modal may open. */
export type SecurityPage = 'devices' | 'recovery' | 'logins'

interface Screens {
  readonly lock: LockScreen
  readonly newDevice: NewDeviceScreen
  /** The recovery service waits for the number in its email. */
  readonly mailed: RecoveryMail
  readonly devices: DevicesScreen
  readonly recovery: RecoveryScreen
  readonly export: ExportScreen
  readonly smartAccount: SmartAccountScreen
  readonly logins: LoginsScreen
  readonly rotation: RotationScreen
}
type ScreenOf<K extends keyof Screens> = { [P in K]: { readonly kind: P; readonly screen: Screens[P] } }[K]
export type SecurityScreen =
  | ScreenOf<keyof Screens>
  /** `isWarning`: without a passkey, only this device opens the wallet. */
  | { readonly kind: 'offer'; readonly screen: OfferScreen; readonly isWarning: boolean }
/** Offers to add a passkey, and shows its progress and success. */
export type OfferScreen = Extract<RecoveryScreen, { status: 'list' }>

/** Identifies the removal that the screen asks about, the login that it asks to add, or the export. */
export function questionOf(shown: SecurityScreen | undefined): string | undefined {
  if (shown?.kind === 'export' || shown?.kind === 'rotation') return shown.kind
  if (shown?.kind !== 'devices' && shown?.kind !== 'recovery' && shown?.kind !== 'logins') return undefined
  const { kind, screen } = shown
  if (screen.status === 'found') return kind
  const asked = screen.status === 'list' ? screen.asked : undefined
  if (!asked) return undefined
  return `${kind}/${'deviceId' in asked ? asked.deviceId : 'methodId' in asked ? asked.methodId : asked.loginId}`
}

type OwnPage = SecurityPage | 'export' | 'smartAccount' | 'rotation'
type Page = OwnPage | 'offer' | 'warning'

interface SecurityContext extends Pick<RotationContext, 'alone' | 'sent'> {
  readonly project: Pick<ProjectRecord, 'projectId' | 'smartAccounts' | 'rpc'>
  readonly recovery: Http | undefined
  readonly worker: Pick<KeyWorker, 'call'>
  readonly session: Session
  readonly login: EmailLogin
  readonly account: Account
  readonly passkeys: Passkeys
  readonly newDevice: Recovery
  readonly loginsOf: LoginsContext
}

export type Security = ReturnType<typeof createSecurity>

export function createSecurity(context: SecurityContext) {
  const { project, session, login, account, newDevice } = context
  const { lock } = account
  const page = createShown<Page | undefined>(undefined)
  const shown = createShown<SecurityScreen | undefined>(undefined)
  const refresh = () => shown.set(draw())
  const devices = createDevices({ session, account })
  const recovery = createRecoveryMethods({
    ...context,
    hasRecoveryService: context.recovery !== undefined,
    escrowFor: (email, signal) => escrowFor({ ...context, projectId: project.projectId }, email, signal),
    onRecalled: login.forgetRecovery,
  })
  const offer = createOffer(recovery, page)
  let tellSignIn = () => Promise.resolve()
  const interrupted = createInterrupted<'export' | 'rotation'>(session.userId)
  const { exports, logins, rotation, smartAccount, ...late } = createLatePages(context, page, refresh)

  const controls: { readonly [K in OwnPage]: { screen(): Screens[K] | undefined } } = {
    devices,
    recovery,
    export: exports,
    smartAccount,
    logins,
    rotation,
  }
  const drawPage = <K extends OwnPage>(kind: K): ScreenOf<K> | undefined => {
    const screen = controls[kind].screen()
    return screen && { kind, screen }
  }
  const draw = (): SecurityScreen | undefined => {
    const mail = login.recoveryMail.get()
    if (mail) return { kind: 'mailed', screen: mail }
    const locked = lock.screen()
    const asked = newDevice.screen()
    // Prompts of an unlocking wallet are shown above the lock screen.
    if (locked && !(asked && locked.opening)) return { kind: 'lock', screen: locked }
    if (asked) return { kind: 'newDevice', screen: asked }
    const at = page.get()
    if (at === 'offer' || at === 'warning') return offer.screen(at === 'warning')
    return at && drawPage(at)
  }
  for (const part of [lock, newDevice, devices, recovery, page, login.recoveryMail]) part.subscribe(refresh)
  const drop = () => {
    late.drop()
    offer.end()
  }
  account.onEnd((why) => {
    // After "forget this device", its result stays on screen.
    if (why !== 'forgotten') page.set(undefined)
    drop()
  })
  const showLogins = async () => (await logins.open()).load()
  const showRotation = async () => void (await rotation.open()).load()
  /** @param asked absent if the page is shown again */
  const showExport = async (asked?: { readonly wanted: 'kit' | undefined }) => {
    await exports.open((control) => asked && control.want(asked.wanted))
  }

  return {
    // The screen is `undefined` if there is nothing to show.
    ...screenOf(shown),
    lock,
    newDevice,
    devices,
    recovery,
    show(wanted: SecurityPage): void {
      const before = interrupted.takeUp()
      if (before) return void (before === 'export' ? showExport() : showRotation()).catch(() => {})
      if (wanted === 'logins') return void showLogins().catch(() => {})
      page.set(wanted)
      void (wanted === 'devices' ? devices : recovery).load()
    },
    // Each is loaded with its page.
    exports: exports.get,
    logins: logins.get,
    rotation: rotation.get,
    smartAccount: smartAccount.get,
    /** Opens the page that exports secrets: for the user's press in the wallet, which may be followed by a login; never for a message alone. */
    showExport: (wanted?: 'kit') => showExport({ wanted }),
    /** Opens the page that replaces the key: for the same. */
    showRotation,
    onUndelegate: late.onUndelegate,
    /** Opens the page on which the account becomes a plain one again; absent if the project has no smart accounts. */
    showSmartAccount: project.smartAccounts && (async () => (await smartAccount.open()).load()),
    offerPasskey: offer.ask,
    leaveOffer: offer.leave,
    /** The user leaves, or the modal has closed: waiting callers are rejected. */
    close(): void {
      page.set(undefined)
      drop()
      recovery.stop()
      login.declineRecovery()
      lock.decline()
      newDevice.decline()
    },
    /** Sends the email of the recovery service again. */
    resendMail: (): void => void login.resendRecovery(),
    /** Ends the session, so that the user signs in again. */
    signInAgain(): void {
      const at = page.get()
      interrupted.leave(at === 'export' || at === 'rotation' ? at : undefined)
      void tellSignIn().then(account.signOut, account.signOut)
    },
    /** `tell` is called before that; the session ends once it has settled. */
    onSignInAgain(tell: () => Promise<void>): void {
      tellSignIn = tell
    },
  }
}

const controls = () => import('./controls.ts')

/** The pages that few users open: each loads when it is first shown. */
function createLatePages(context: SecurityContext, page: Shown<Page | undefined>, refresh: () => void) {
  const { project, account, loginsOf } = context
  const on = { page, refresh }
  let undelegate: Undelegate = () => Promise.reject(new AirlockError('NOT_AVAILABLE'))
  const exports = createLate('export', on, ({ createExports }) => createExports(context))
  const logins = createLate('logins', on, ({ createLogins }) => createLogins(loginsOf))
  const rotation = createLate('rotation', on, ({ createRotation }) => createRotation({ ...context, rpc: project.rpc }))
  const smartAccount = createLate('smartAccount', on, ({ createSmartAccount }) =>
    createSmartAccount({ project, account, undelegate: (network) => undelegate(network) }),
  )
  return {
    exports,
    logins,
    rotation,
    smartAccount,
    onUndelegate(next: Undelegate): void {
      undelegate = next
    },
    drop(): void {
      exports.get()?.drop()
      logins.get()?.drop()
      rotation.get()?.stop()
    },
  }
}

/** The control of a page, which loads when the page is first opened. */
function createLate<S, C extends Screened<S>>(
  at: Page,
  { page, refresh }: { readonly page: Shown<Page | undefined>; readonly refresh: () => void },
  make: (all: Awaited<ReturnType<typeof controls>>) => C & Screened<S>,
) {
  let control: (C & Screened<S>) | undefined
  return {
    get: () => control,
    screen: () => control?.screen(),
    async open(prepare?: (control: C) => void) {
      const all = await controls()
      if (!control) {
        control = make(all)
        control.subscribe(refresh)
      }
      prepare?.(control)
      page.set(at)
      return control
    },
  }
}

/** Asks once for a passkey after a wallet was made, and warns if nothing else would open it. */
function createOffer(recovery: RecoveryMethods, page: Shown<Page | undefined>) {
  let decided = () => {}
  const isOpen = () => page.get() === 'offer' || page.get() === 'warning'
  const ways = () => {
    const screen = recovery.screen()
    return screen.status === 'list' ? screen : undefined
  }
  return {
    screen(isWarning: boolean): SecurityScreen | undefined {
      const offered = ways()
      return offered && { kind: 'offer', screen: offered, isWarning }
    },
    /**
     * Offers a passkey for a new wallet, if the device can store one; or warns if the wallet has no recovery method. Shown once; later, the
     * user finds it among the wallet's pages. Resolves when the user has decided.
     */
    async ask(signal: AbortSignal, { hasAuthenticator }: { readonly hasAuthenticator: boolean }): Promise<void> {
      await recovery.load()
      const offered = ways()
      if (signal.aborted || !offered) return
      const isOffered = hasAuthenticator && offered.isAtHand
      if (!isOffered && offered.methods.length > 0) return
      await new Promise<void>((resolve) => {
        decided = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
        page.set(isOffered ? 'offer' : 'warning')
      })
      if (isOpen()) page.set(undefined)
    },
    /** The offer was declined or is done. Declining closes an open prompt for a passkey, and shows the warning first, if it applies. */
    leave(): void {
      if (!isOpen()) return
      recovery.stop()
      if (page.get() === 'offer' && ways()?.methods.length === 0) page.set('warning')
      else decided()
    },
    end: () => decided(),
  }
}
