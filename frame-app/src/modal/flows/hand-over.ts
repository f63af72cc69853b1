/**
 * Opens a wallet by a link that carries the pairing code. The page opens it, using the click that the frame has just received; only the
 * relay reports the result. A user who returns from the wallet sees the current state.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { linkWithoutCode, type PairingLink } from '../connectors/walletconnect/links.ts'
import type { Way } from '../connectors/walletconnect/way.ts'
import { browserOf } from '../state/browsers.ts'
import { type HandOver, handOverAtom, notHandedOver } from '../state/hand-over.ts'
import { activeNamespaceAtom } from '../state/network.ts'
import { pairingAtom } from '../state/pairing.ts'
import type { ModalContext } from './context.ts'
import { announce, track } from './notify.ts'

const slowAfterMs = 3_000
const overdueAfterMs = 5_000

interface Watch {
  timers: ReturnType<typeof setTimeout>[]
  readonly way: Way
  readonly stop: () => void
}
const watches = new WeakMap<ModalContext, Watch>()

/** @param by `itself`: opened without a new click, only if the user's last click still counts */
export async function handOver(
  context: ModalContext,
  wallet: string,
  link: PairingLink,
  by: 'visitor' | 'itself',
): Promise<void> {
  const { store } = context
  if (by === 'itself' && !navigator.userActivation?.isActive) return
  endHandOver(context)
  const watch = follow(context, wallet, link)
  try {
    await context.link.app.request('LINK_OPEN', { url: link.href, target: link.target })
  } catch (thrown) {
    if (watches.get(context) !== watch) return
    endHandOver(context)
    if (by === 'visitor') {
      track(context, 'CONNECT_PROXY_ERROR', {
        message: thrown instanceof AirlockError ? thrown.code : 'INTERNAL',
        name: wallet,
      })
      store.set(handOverAtom, { status: 'blocked' })
      announce(context, 'pairing.blocked', { wallet }, true)
    }
  }
}

/**
 * Asks the page to leave for the wallet's in-app browser. The page appends its own URL, which the frame does not know,
 * and stays if it already runs there.
 */
export async function browseIn({ link, store }: ModalContext, id: string): Promise<'opened' | 'here' | 'blocked'> {
  const url = browserOf(id, store.get(activeNamespaceAtom))
  if (url === undefined) return 'blocked'
  try {
    const { opened } = await link.app.request('LINK_OPEN', { url, target: 'self' })
    return opened ? 'opened' : 'here'
  } catch {
    return 'blocked'
  }
}

/** The link through which the user went to the wallet. */
export const wayTaken = (context: ModalContext): Way | undefined => watches.get(context)?.way

/** Stops waiting for the wallet. */
export function endHandOver(context: ModalContext): void {
  watches.get(context)?.stop()
  watches.delete(context)
  context.store.set(handOverAtom, notHandedOver)
}

function follow(context: ModalContext, wallet: string, link: PairingLink): Watch {
  const { store } = context
  let wasHidden = false
  const show = (status: Extract<HandOver, { isBack: boolean }>['status'], isBack: boolean) =>
    store.set(handOverAtom, { status, isBack })
  const wait = (isBack: boolean) => {
    for (const timer of watch.timers) clearTimeout(timer)
    show('waiting', isBack)
    watch.timers = [
      setTimeout(() => show('slow', isBack), slowAfterMs),
      setTimeout(() => show('overdue', isBack), overdueAfterMs),
    ]
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') wasHidden = true
    else if (wasHidden) {
      wasHidden = false
      // Messages that the wallet sent meanwhile arrive now, so the timeout restarts.
      wait(true)
      if (store.get(pairingAtom).status !== 'done') announce(context, 'pairing.wait.back', { wallet })
    }
  }
  const watch: Watch = {
    timers: [],
    way: { wallet, link: linkWithoutCode(link) },
    stop() {
      for (const timer of watch.timers) clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
  document.addEventListener('visibilitychange', onVisibility)
  watches.set(context, watch)
  wait(false)
  return watch
}
