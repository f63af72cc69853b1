/** The wallet frame while it is visible. */
import { atom } from 'jotai'
import type { WalletLink } from '../link/wallet-link.ts'

/** The embedded wallet's frame, if the project has one; created when it is first needed. */
export const walletLinkAtom = atom<Promise<WalletLink> | undefined>()

/** The height at which the wallet's content fits without scrolling, in CSS pixels; `undefined` until the wallet reports it. */
export const walletHeightAtom = atom<number | undefined>(undefined)

export interface Asked {
  readonly kind: 'transaction' | 'signature'
}
/** Requests waiting for approval, oldest first; the wallet shows the first one. */
export const askedAtom = atom<readonly Asked[]>([])
