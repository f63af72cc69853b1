/**
 * Everything that the wallet frame asks a person besides approvals: one screen at a time, what somebody waits for first. Whoever draws it
 * reads `screen()` and calls the controls; nothing here knows where it is drawn.
 */
import type { KeyWorker } from '../custody/worker-client.ts'
import type { LockControl, LockScreen } from '../lock/lock.ts'
import type { Account } from '../login/account.ts'
import type { EmailLogin } from '../login/email-login.ts'
import type { Http } from '../login/http.ts'
import { escrowService } from '../login/services.ts'
import type { Session } from '../login/session.ts'
import type { Passkeys } from '../passkey/passkeys.ts'
import type { RecoveryScreen as NewDeviceScreen, Recovery } from '../passkey/recovery.ts'
import { createDevices, type Devices, type DevicesScreen } from './devices.ts'
import { createRecoveryMethods, type RecoveryMethods, type RecoveryScreen } from './recovery-methods.ts'
import { createShown } from './shown.ts'

/** What a person opens by themselves. */
export type SecurityPage = 'devices' | 'recovery'

export type SecurityScreen =
  | { readonly kind: 'lock'; readonly lock: LockScreen }
  | { readonly kind: 'newDevice'; readonly newDevice: NewDeviceScreen }
  | { readonly kind: 'devices'; readonly devices: DevicesScreen }
  | { readonly kind: 'recovery'; readonly recovery: RecoveryScreen }
  /** `isWarning`: without a passkey nothing but this device opens the wallet. */
  | { readonly kind: 'offer'; readonly recovery: OfferScreen; readonly isWarning: boolean }
/** A passkey that can be made with the next press, on its way, or made. */
export type OfferScreen = Extract<RecoveryScreen, { status: 'list' }>

/** Names the removal that the screen asks about. */
export function questionOf(screen: SecurityScreen | undefined): string | undefined {
  if (screen?.kind === 'devices') {
    const id = screen.devices.status === 'list' ? screen.devices.asked?.deviceId : undefined
    return id && `devices/${id}`
  }
  if (screen?.kind === 'recovery') {
    const id = screen.recovery.status === 'list' ? screen.recovery.asked?.methodId : undefined
    return id && `recovery/${id}`
  }
  return undefined
}

export interface Security {
  /** `undefined`: nothing is to be drawn. */
  screen(): SecurityScreen | undefined
  subscribe(onChange: () => void): () => void
  show(page: SecurityPage): void
  /**
   * A passkey for a wallet that has just been made, where one is a press away; a warning where nothing else opens the wallet elsewhere.
   * Once: who says no finds it among the wallet's pages. Resolves when it is decided.
   */
  offerPasskey(signal: AbortSignal, options: { readonly hasAuthenticator: boolean }): Promise<void>
  /** The offer was declined or is done. The warning comes first where it has not been read. */
  leaveOffer(): void
  /** The person leaves, or the modal has closed: who waits for an answer hears a no. */
  close(): void
  /** Ends the session, for a login that is fresh. */
  signInAgain(): void
  readonly lock: LockControl
  readonly newDevice: Recovery
  readonly devices: Devices
  readonly recovery: RecoveryMethods
}

export function createSecurity(context: {
  readonly projectId: string
  readonly recovery: Http | undefined
  readonly worker: Pick<KeyWorker, 'call'>
  readonly session: Session
  readonly login: EmailLogin
  readonly account: Account
  readonly passkeys: Passkeys
  readonly newDevice: Recovery
}): Security {
  const { projectId, recovery: recoveryHttp, worker, session, login, account, passkeys, newDevice } = context
  const { lock } = account
  const devices = createDevices({ session, account })
  const recovery = createRecoveryMethods({
    session,
    worker,
    account,
    passkeys,
    newDevice,
    escrowFor: (email, signal) =>
      recoveryHttp &&
      escrowService(recoveryHttp, {
        projectId,
        email,
        confirmed: (release) => login.confirmRecovery(email, signal, release),
      }),
    onRecalled: login.forgetRecovery,
  })
  const page = createShown<SecurityPage | 'offer' | 'warning' | undefined>(undefined)
  let decided = () => {}
  const shown = createShown<SecurityScreen | undefined>(undefined)

  const draw = (): SecurityScreen | undefined => {
    const locked = lock.screen()
    const asked = newDevice.screen()
    // What an opening wallet asks comes over the lock that waits for it.
    if (locked && !(asked && locked.opening)) return { kind: 'lock', lock: locked }
    if (asked) return { kind: 'newDevice', newDevice: asked }
    if (page.get() === 'devices') return { kind: 'devices', devices: devices.screen() }
    if (page.get() === 'recovery') return { kind: 'recovery', recovery: recovery.screen() }
    const offered = recovery.screen()
    const isWarning = page.get() === 'warning'
    if ((isWarning || page.get() === 'offer') && offered.status === 'list')
      return { kind: 'offer', recovery: offered, isWarning }
    return undefined
  }
  const isOffering = () => page.get() === 'offer' || page.get() === 'warning'
  const refresh = () => shown.set(draw())
  for (const part of [lock, newDevice, devices, recovery, page]) part.subscribe(refresh)
  account.onEnd((why) => {
    // Whoever has forgotten this device reads what became of it.
    if (why !== 'forgotten') page.set(undefined)
    decided()
  })

  return {
    screen: shown.get,
    subscribe: shown.subscribe,
    lock,
    newDevice,
    devices,
    recovery,
    show(wanted) {
      page.set(wanted)
      void (wanted === 'devices' ? devices : recovery).load()
    },
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
      const ways = recovery.screen()
      const isAlone = ways.status === 'list' && ways.methods.length === 0
      if (page.get() === 'offer' && isAlone) page.set('warning')
      else decided()
    },
    close() {
      page.set(undefined)
      decided()
      recovery.stop()
      lock.decline()
      newDevice.decline()
    },
    signInAgain: () => void account.signOut(),
  }
}
