/** The current approval, shown inside the modal. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Approvals, Screen } from '../approval/approvals.ts'
import { ApprovalView } from '../approval/view/ApprovalView.tsx'
import type { WatchedWindow } from '../window/watched-window.ts'
import { focusHeading } from './focus-heading.ts'
import { useAskedHeight } from './use-asked-height.ts'

export interface ApprovalScreenProps {
  screen: Screen
  approvals: Approvals
  approvalWindow: WatchedWindow
  host: string
  askHeight: (height: number) => void
}

export function ApprovalScreen({ screen, approvals, approvalWindow, host, askHeight }: ApprovalScreenProps) {
  const window = useSyncExternalStore(approvalWindow.subscribe, () => approvalWindow.status(screen.id))
  const box = useRef<HTMLDivElement>(null)
  const isLate = useLate(screen.status === 'preparing' ? screen.id : undefined)
  useAskedHeight(box, `${screen.id} ${screen.status} ${window} ${isLate}`, askHeight)
  const stage = 'prepared' in screen ? 'asking' : screen.status
  const shown = `${screen.id} ${stage}`
  // The focused element may have been removed with the previous state.
  useEffect(() => {
    if (shown && box.current) focusHeading(box.current, document.hasFocus() && document.activeElement === document.body)
  }, [shown])
  const { id } = screen
  if (screen.status === 'preparing' && !isLate) return null
  return (
    <div ref={box}>
      <ApprovalView
        // The tick of one request must not carry over to the next.
        key={id}
        screen={screen}
        host={host}
        place={{
          kind: 'frame',
          needsWindow: 'prepared' in screen && approvals.needsWindow(screen.prepared),
          window,
          onWindow: () => approvalWindow.open(id),
        }}
        onApprove={() => approvals.approve(id, 'frame')}
        onDecline={() => (window === 'severed' ? approvals.refuse(id, severed()) : approvals.decline(id))}
        onAgain={() => approvals.again(id)}
      />
    </div>
  )
}

/** Most requests are prepared within this time. Showing the progress earlier would only make the modal jump. */
const preparedWithinMs = 400

/** Whether the preparation takes so long that it is shown. */
function useLate(id: string | undefined): boolean {
  const [late, setLate] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => setLate(id), preparedWithinMs)
    return () => clearTimeout(timer)
  }, [id])
  return id !== undefined && late === id
}

/** The error that the page's developers get; the user sees another text. */
const severed = () =>
  new AirlockError('POPUP_SEVERED', {
    message:
      'The Cross-Origin-Opener-Policy of this page cuts the wallet off from its window: use same-origin-allow-popups, or have the page pinned in the project record.',
  })
