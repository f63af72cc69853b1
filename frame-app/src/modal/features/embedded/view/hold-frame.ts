/** Keeps the wallet's iframe over its slot, checked in every animation frame, while the view is mounted; then hides it. */
import type { ModalContext } from '../../../core/context.ts'
import { isOpenAtom } from '../../../core/modal.ts'
import type { WalletLink } from '../link/wallet-link.ts'
import { walletHeightAtom, walletLinkAtom } from '../state/wallet-screen.ts'

/** @returns a function that stops it */
export function holdFrame({ store, scope }: ModalContext, slot: HTMLElement): () => void {
  let isOver = false
  let wasVisible = false
  let last = ''
  let undo = () => {}
  const hold = (link: WalletLink) => {
    if (isOver) return
    const look = () => {
      request = requestAnimationFrame(look)
      if (!store.get(isOpenAtom)) return hide()
      const { left, top, width, height } = slot.getBoundingClientRect()
      const now = [left, top, width, height].join()
      // Visible only after the position has stayed the same for a frame, so that it does not appear in the wrong place.
      const isVisible = wasVisible || (store.get(walletHeightAtom) !== undefined && now === last)
      if (now !== last || isVisible !== wasVisible) link.place({ left, top, width, height, isVisible })
      if (isVisible && !wasVisible) scope.run(show().catch(() => {})) // it is visible even without the focus
      last = now
      wasVisible = isVisible
    }
    // When the modal closes, and not when it opens again: `leaving` in `features/embedded/link/frame.ts`.
    const hide = () => {
      link.place(undefined)
      wasVisible = false
      last = ''
    }
    const show = async () => {
      link.focus()
      const { app } = await link.session()
      await app.request('UI_FOCUS', { from: 'open' })
    }
    // The view stays mounted while the modal is closed: the next prompt has to become visible and get the focus again.
    const unsubscribe = store.sub(walletHeightAtom, () => {
      if (store.get(walletHeightAtom) !== undefined) return
      wasVisible = false
      last = ''
    })
    let request = requestAnimationFrame(look)
    undo = () => {
      unsubscribe()
      cancelAnimationFrame(request)
      link.place(undefined)
    }
  }
  store
    .get(walletLinkAtom)
    ?.then(hold)
    .catch(() => {}) // the flow that asked for the wallet handles the error
  return () => {
    isOver = true
    undo()
  }
}
