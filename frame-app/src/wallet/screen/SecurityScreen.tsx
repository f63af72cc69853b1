/** What the wallet asks besides approvals, inside the modal; what takes a passkey in a window of the wallet's own, where no page hands down the right to it. */
import { useRef, useState } from 'react'
import type { Language } from '../../shared/i18n/language.ts'
import type { PasskeyPlaces } from '../login/assemble.ts'
import { openerOf } from '../security/recovery-methods.ts'
import type { Security, SecurityScreen as Shown } from '../security/security.ts'
import type { Shown as Value } from '../security/shown.ts'
import { type SecurityControls, SecurityView } from '../security/view/SecurityView.tsx'
import { type OwnWindow, openOwnWindow } from '../window/own-window.ts'
import { SecurityInWindow } from '../window/SecurityInWindow.tsx'
import { useAskedHeight } from './use-asked-height.ts'

export interface SecurityScreenProps {
  screen: Shown
  security: Security
  passkeyPlace: PasskeyPlaces
  language: Pick<Value<Language | undefined>, 'get' | 'subscribe'>
  host: string
  /** Of the window's document. */
  windowUrl: string
  askHeight: (height: number) => void
}

export function SecurityScreen(props: SecurityScreenProps) {
  const { screen, security, passkeyPlace, host, askHeight } = props
  const box = useRef<HTMLDivElement>(null)
  const [passkeyWindow] = useState(createPasskeyWindow)
  useAskedHeight(box, screen, askHeight)
  const controls = passkeyPlace.isAllowedHere ? security : inWindow(security, () => passkeyWindow.open(props))
  return (
    <div ref={box}>
      <SecurityView screen={screen} host={host} security={controls} />
    </div>
  )
}

/** A press that takes a passkey leads to the window, which asks for the same press; every other one counts here. */
function inWindow(security: Security, open: () => void): SecurityControls {
  const { lock, newDevice, recovery } = security
  const takesPasskey = () => {
    const ways = recovery.screen()
    return ways.status === 'list' && (ways.isAtHand || openerOf(ways) === 'passkey')
  }
  return {
    ...security,
    lock: { press: (by) => (by === 'passkey' ? open() : lock.press(by)) },
    newDevice: { ...newDevice, usePasskey: open },
    recovery: { ...recovery, add: async () => (takesPasskey() ? open() : recovery.add()) },
  }
}

/** One at a time. */
function createPasskeyWindow() {
  let current: OwnWindow | undefined
  return {
    /** Called inside the press. */
    open({ security, passkeyPlace, language, host, windowUrl }: SecurityScreenProps): void {
      if (current && !current.popup.closed) return current.popup.focus()
      const begun = security.screen()?.kind
      const opened = openOwnWindow({
        url: windowUrl,
        draw(popup) {
          passkeyPlace.moveTo(popup)
          const page = popup.document.documentElement
          return <SecurityInWindow security={security} host={host} language={language} page={page} />
        },
        isOver: () => security.screen()?.kind !== begun,
        subscribe: security.subscribe,
        onEnd() {
          passkeyPlace.moveTo(undefined)
          if (current === opened) current = undefined
        },
      })
      current = opened
    },
  }
}
