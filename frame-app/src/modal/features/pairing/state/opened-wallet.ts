/**
 * The wallet that was opened from the page. Browsers do not report whether an app has really started; but if it has, the page is hidden or
 * loses the focus.
 */
import { atom } from 'jotai'
import type { PlatformTab } from './platforms.ts'

export type OpenedWallet =
  | { status: 'idle' }
  /** Opened. `isBack`: the user has left and come back. `slow` from 3 s on, `overdue` from 5 s. */
  | { status: 'waiting' | 'slow' | 'overdue'; isBack: boolean }
  /** The page has opened it, but stayed in front. */
  | { status: 'unopened' }
  /** The page refused to open it. */
  | { status: 'blocked' }

export const notHandedOver: OpenedWallet = { status: 'idle' }

export const openedWalletAtom = atom<OpenedWallet>(notHandedOver)

/** The tab that the user chose for the wallet; restored when they come back from another view. */
export const chosenTabAtom = atom<PlatformTab | undefined>(undefined)
