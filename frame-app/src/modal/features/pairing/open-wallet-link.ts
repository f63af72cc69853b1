/**
 * Opens a wallet by a link that carries the pairing code. The page opens it, using the click that the frame has just received; only the
 * relay reports the result. A user who returns from the wallet sees the current state.
 */

import { AirlockError } from '@airlock/protocol/errors.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import type { WalletAppLink } from '../../core/router/routes.ts'
import { announce, track } from '../../session/notify.ts'
import { browserOf } from '../../session/state/browsers.ts'
import { activeNamespaceAtom } from '../../session/state/network.ts'
import { notHandedOver, type OpenedWallet, openedWalletAtom } from './state/opened-wallet.ts'
import { pairingAtom } from './state/pairing.ts'
import type { AppLink } from './walletconnect/app-link.ts'
import { addressOf, linkWithoutCode } from './walletconnect/links.ts'

/** A page that is still in front has been left for no app. */
export const leftWithinMs = 1_500
const slowAfterMs = 3_000
const overdueAfterMs = 5_000

const appLinkAtom = atom<AppLink | undefined>(undefined)

/** @param by `itself`: opened without a new click, only if the user's last click still counts */
export async function openWalletLink(
  context: ModalContext,
  wallet: string,
  link: WalletAppLink,
  by: 'visitor' | 'itself',
): Promise<void> {
  const { store } = context
  if (by === 'itself' && navigator.userActivation?.isActive === false) return
  const { signal, expectLeft } = beginLink(context, wallet, link)
  try {
    await context.link.app.request('LINK_OPEN', { url: addressOf(link), target: link.target })
    if (!signal.aborted) expectLeft()
  } catch (thrown) {
    if (signal.aborted) return
    endWalletLink(context)
    if (by === 'visitor') {
      track(context, 'CONNECT_PROXY_ERROR', {
        message: thrown instanceof AirlockError ? thrown.code : 'INTERNAL',
        name: wallet,
      })
      store.set(openedWalletAtom, { status: 'blocked' })
      announce(context, 'pairing.blocked', { wallet }, true)
    }
  }
}

/** The browser itself follows a link that the page did not open. To be called in the handler of the press. */
export const followWalletLink = (context: ModalContext, wallet: string, link: WalletAppLink): void =>
  beginLink(context, wallet, link).expectLeft()

function beginLink(context: ModalContext, wallet: string, link: WalletAppLink) {
  endWalletLink(context)
  const signal = context.scope.begin('handOver')
  context.store.set(appLinkAtom, { wallet, link: linkWithoutCode(link) })
  return { signal, expectLeft: follow(context, wallet, signal) }
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
export const appLinkTaken = ({ store }: ModalContext): AppLink | undefined => store.get(appLinkAtom)

/** Stops waiting for the wallet. */
export function endWalletLink({ store, scope }: ModalContext): void {
  scope.abort('handOver')
  store.set(appLinkAtom, undefined)
  store.set(openedWalletAtom, notHandedOver)
}

/** @returns to be called when the link is opened */
function follow(context: ModalContext, wallet: string, signal: AbortSignal): () => void {
  const { store, scope } = context
  // The page may be hidden before the code of this file has come.
  let wasHidden = document.visibilityState === 'hidden'
  let hasLeft = wasHidden
  let stops: (() => void)[] = []
  const show = (status: Extract<OpenedWallet, { isBack: boolean }>['status'], isBack: boolean) =>
    store.set(openedWalletAtom, { status, isBack })
  const clear = () => {
    for (const stop of stops) stop()
    stops = []
  }
  const wait = (isBack: boolean) => {
    clear()
    show('waiting', isBack)
    stops = [
      scope.after(slowAfterMs, () => show('slow', isBack), signal),
      scope.after(overdueAfterMs, () => show('overdue', isBack), signal),
    ]
  }
  const onLeft = () => {
    hasLeft = true
    // It came late: a slow phone, or a question of the browser.
    if (store.get(openedWalletAtom).status === 'unopened') wait(false)
  }
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      wasHidden = true
      onLeft()
    } else if (wasHidden) {
      wasHidden = false
      // Messages that the wallet sent meanwhile arrive now, so the timeout restarts.
      wait(true)
      if (store.get(pairingAtom).status !== 'done') announce(context, 'pairing.wait.back', { wallet })
    }
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  addEventListener('blur', onLeft, { signal })
  wait(false)
  return () => {
    scope.after(
      leftWithinMs,
      () => {
        if (hasLeft || store.get(pairingAtom).status === 'done') return
        clear()
        store.set(openedWalletAtom, { status: 'unopened' })
        announce(context, 'pairing.unopened', { wallet }, true)
      },
      signal,
    )
  }
}
