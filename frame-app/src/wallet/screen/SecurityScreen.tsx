/**
 * The wallet's prompts and pages other than approvals, inside the modal. The wallet's own window takes over if passkeys are not delegated
 * to this frame, or if the user chooses to confirm a removal there.
 */
import { useRef, useState, useSyncExternalStore } from 'react'
import { openerOf } from '../account-pages/recovery-methods.ts'
import { questionOf, type Security, type SecurityScreen as Shown } from '../account-pages/security.ts'
import { type SecurityControls, SecurityView } from '../account-pages/view/SecurityView.tsx'
import type { PasskeyPlaces } from '../login/assemble.ts'
import { SecurityInWindow, type SecurityInWindowProps } from '../window/SecurityInWindow.tsx'
import { createWatchedWindow, type WatchedWindow } from '../window/watched-window.ts'
import { useAskedHeight } from './use-asked-height.ts'

export interface SecurityScreenProps {
  screen: Shown
  security: Security
  passkeyPlace: PasskeyPlaces
  language: SecurityInWindowProps['language']
  host: string
  /** URL of the window's document. */
  windowUrl: string
  askHeight: (height: number) => void
}

export function SecurityScreen(props: SecurityScreenProps) {
  const { screen, security, passkeyPlace, host, askHeight } = props
  const box = useRef<HTMLDivElement>(null)
  const [own] = useState(() => createSecurityWindow(props))
  const question = questionOf(screen) ?? ''
  const window = useSyncExternalStore(own.subscribe, () => own.status(question))
  useAskedHeight(box, screen, askHeight)
  const controls = passkeyPlace.isAllowedHere ? security : inWindow(security, () => own.open(screen.kind))
  return (
    <div ref={box}>
      <SecurityView
        screen={screen}
        host={host}
        security={controls}
        place={{ kind: 'frame', window, onWindow: () => own.open(question) }}
      />
    </div>
  )
}

/** A press that needs a passkey opens the window, which asks for the same press; all others work here. */
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
    recovery: {
      ...recovery,
      add: async () => (takesPasskey() ? open() : recovery.add()),
      async prepare() {
        const ways = recovery.screen()
        const isHere = ways.status !== 'list' || openerOf(ways) !== 'passkey'
        if (isHere) return recovery.prepare()
        open()
        return false
      },
    },
  }
}

/** Its ids are questions (for removals) and kinds of screens (for passkeys). */
const createSecurityWindow = ({
  security,
  passkeyPlace,
  language,
  host,
  windowUrl,
}: SecurityScreenProps): WatchedWindow =>
  createWatchedWindow({
    url: windowUrl,
    draw(_, popup) {
      passkeyPlace.moveTo(popup)
      return (
        <SecurityInWindow security={security} host={host} language={language} page={popup.document.documentElement} />
      )
    },
    isOver(id) {
      const screen = security.screen()
      return screen?.kind !== id && questionOf(screen) !== id
    },
    subscribe: security.subscribe,
    onEnd() {
      passkeyPlace.moveTo(undefined)
      // The exported secret is shown in that window only.
      security.exports()?.drop()
    },
  })
