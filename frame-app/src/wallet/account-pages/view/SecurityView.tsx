/**
 * The view of the wallet's prompts and pages other than approvals. It shows the controller's screen and calls the controller; it decides
 * nothing. Controls are called during the press, because some ask for a passkey.
 */
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { inspectHost } from '../../../shared/format/display-text.ts'
import { Text, useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { OriginLine, OriginName } from '../../../shared/ui/shell/OriginLine.tsx'
import type { Exports } from '../exports.ts'
import type { Logins } from '../logins.ts'
import type { Rotation } from '../rotation.ts'
import type { Security, SecurityScreen } from '../security.ts'
import type { SmartAccount } from '../smart-account.ts'
import { LockView } from './LockView.tsx'
import { OfferView } from './OfferView.tsx'
import type { Place } from './parts.tsx'
import styles from './SecurityView.module.css'

const pages = () => import('./pages.ts')
const DevicesView = lazy(() => pages().then((module) => ({ default: module.DevicesView })))
const ExportView = lazy(() => pages().then((module) => ({ default: module.ExportView })))
const LoginsView = lazy(() => pages().then((module) => ({ default: module.LoginsView })))
const RotationView = lazy(() => pages().then((module) => ({ default: module.RotationView })))
const MailedView = lazy(() => pages().then((module) => ({ default: module.MailedView })))
const NewDeviceView = lazy(() => pages().then((module) => ({ default: module.NewDeviceView })))
const SmartAccountView = lazy(() => pages().then((module) => ({ default: module.SmartAccountView })))
const RecoveryView = lazy(() => pages().then((module) => ({ default: module.RecoveryView })))

/** The controls that the screens use. */
export interface SecurityControls
  extends Pick<
    Security,
    'show' | 'showExport' | 'showSmartAccount' | 'showRotation' | 'close' | 'leaveOffer' | 'resendMail' | 'signInAgain'
  > {
  readonly smartAccount: () => Pick<SmartAccount, 'load' | 'undo'> | undefined
  readonly exports: () => Pick<Exports, 'want' | 'take' | 'secret' | 'drop'> | undefined
  readonly logins: () => Pick<Logins, 'load' | 'ask' | 'confirm' | 'add' | 'forward' | 'stop'> | undefined
  readonly rotation: () => Omit<Rotation, 'screen' | 'subscribe' | 'stop'> | undefined
  readonly lock: Pick<Security['lock'], 'press'>
  readonly newDevice: Pick<Security['newDevice'], 'usePasskey' | 'useMail' | 'type'>
  readonly devices: Pick<Security['devices'], 'load' | 'ask' | 'confirm' | 'erase'>
  readonly recovery: Pick<Security['recovery'], 'load' | 'add' | 'prepare' | 'ask' | 'confirm'>
}

export interface SecurityViewProps {
  screen: SecurityScreen
  /** Host and port of the host page, as the browser reports it. */
  host: string
  security: SecurityControls
  /** Where it is shown, which decides when a press that removes something counts. */
  place: Place
  /** Called with the screen once it is in the document, which may be later: the code of some loads first. */
  onDrawn?: (screen: SecurityScreen['kind']) => void
}

export function SecurityView(props: SecurityViewProps) {
  const { screen, host, onDrawn } = props
  const t = useMessages()
  const view = useRef<HTMLDivElement>(null)
  const name = nameOf(screen)
  const before = useRef(name)
  // The focused element was removed with the previous screen: focus the new title, for keyboard and screen reader.
  const focusTitle = () => {
    if (before.current === name) return
    before.current = name
    const title = view.current?.querySelector('h1')
    title?.setAttribute('tabindex', '-1')
    title?.focus()
  }
  return (
    <div ref={view} className={styles.view}>
      <OriginLine warning={inspectHost(host) === 'international' ? t('origin.international') : undefined}>
        <Text of="origin.requestedBy" values={{ origin: <OriginName key="origin">{host}</OriginName> }} />
      </OriginLine>
      <div className={styles.content}>
        <Suspense>
          <Screen {...props} />
          <Drawn
            name={name}
            onDrawn={() => {
              focusTitle()
              onDrawn?.(screen.kind)
            }}
          />
        </Suspense>
      </div>
    </div>
  )
}

/** Tells that a screen is in the document. Beside the screen, so that it waits for a late one. */
function Drawn({ name, onDrawn }: { name: string; onDrawn: () => void }) {
  const drawn = useEffectEvent(onDrawn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen
  useEffect(() => drawn(), [name])
  return null
}

function Screen({ screen: shown, host, security, place }: SecurityViewProps) {
  const { lock, newDevice, devices, recovery, close } = security
  const page = { place, onLeave: close, onSignIn: security.signInAgain }
  switch (shown.kind) {
    case 'lock':
      return <LockView screen={shown.screen} onPress={lock.press} onLeave={close} />
    case 'mailed':
      return <MailedView mail={shown.screen} onResend={security.resendMail} onLeave={close} />
    case 'newDevice':
      return <NewDeviceView screen={shown.screen} host={host} control={newDevice} onLeave={close} />
    case 'devices':
      return (
        <DevicesView
          {...page}
          screen={shown.screen}
          control={devices}
          onRecovery={() => security.show('recovery')}
          onSmartAccount={security.showSmartAccount}
        />
      )
    case 'recovery':
      return (
        <RecoveryView
          {...page}
          screen={shown.screen}
          control={recovery}
          onExport={(wanted) => void security.showExport(wanted).catch(() => {})}
          onRotate={() => void security.showRotation().catch(() => {})}
        />
      )
    case 'export': {
      const control = security.exports()
      return control && <ExportView {...page} screen={shown.screen} control={control} />
    }
    case 'rotation': {
      const control = security.rotation()
      return control && <RotationView {...page} screen={shown.screen} control={control} />
    }
    case 'smartAccount': {
      const control = security.smartAccount()
      return control && <SmartAccountView screen={shown.screen} control={control} onLeave={close} />
    }
    case 'logins': {
      const control = security.logins()
      return control && <LoginsView {...page} screen={shown.screen} control={control} />
    }
    case 'offer':
      return (
        <OfferView
          screen={shown.screen}
          isWarning={shown.isWarning}
          host={host}
          onAdd={() => void recovery.add()}
          onLeave={security.leaveOffer}
        />
      )
  }
}

/** The focus stays where it is between screens with the same name. */
function nameOf(shown: SecurityScreen): string {
  switch (shown.kind) {
    case 'lock':
    case 'mailed':
      return shown.kind
    case 'newDevice':
      return shown.screen.typed ? 'newDevice/typed' : 'newDevice'
    case 'offer':
      return shown.screen.done ? 'offer/done' : shown.isWarning ? 'offer/warning' : 'offer'
    case 'export':
      return `export/${shown.screen.status}/${shown.screen.status === 'choosing' ? (shown.screen.wanted ?? '') : ''}`
    default: {
      const { status, asked }: { readonly status: string; readonly asked?: object | undefined } = shown.screen
      return `${shown.kind}/${status}${asked ? '/asked' : ''}`
    }
  }
}
