/** Keeps the wallet's frame over its slot, frame by frame, for as long as the view stands; then it is nowhere again. */
import type { ModalContext } from '../../flows/context.ts'
import { walletHeightAtom } from '../../state/wallet-screen.ts'
import type { WalletLink } from '../../wallet/wallet-link.ts'

/** @returns the undo */
export function holdFrame({ store, wallet }: ModalContext, slot: HTMLElement): () => void {
  let isOver = false
  let wasVisible = false
  let last = ''
  let undo = () => {}
  const hold = (link: WalletLink) => {
    if (isOver) return
    const look = () => {
      const { left, top, width, height } = slot.getBoundingClientRect()
      const now = [left, top, width, height].join()
      // Seen once it is where it belongs, so that it does not pop up beside its place.
      const isVisible = wasVisible || (store.get(walletHeightAtom) !== undefined && now === last)
      if (now !== last || isVisible !== wasVisible) link.place({ left, top, width, height, isVisible })
      if (isVisible && !wasVisible) void show().catch(() => {}) // seen all the same
      last = now
      wasVisible = isVisible
      request = requestAnimationFrame(look)
    }
    const show = async () => {
      link.focus()
      const { app } = await link.session()
      await app.request('UI_FOCUS', { from: 'open' })
    }
    // The view stays drawn while the modal is closed: what is asked next comes into sight, and gets the focus, anew.
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
  wallet?.then(hold).catch(() => {}) // who asked the wallet hears why there is none
  return () => {
    isOver = true
    undo()
  }
}
