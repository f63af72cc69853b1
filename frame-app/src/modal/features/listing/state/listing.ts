/** Answers of the wallet listing so far. Kept for the session; each page of the list is requested once and appended. */
import { atom } from 'jotai'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { optionsAtom } from '../../../core/options.ts'
import { isSuggestingAtom } from '../../../session/state/connectors.ts'

/** For the connect view: the listed wallets shown beside those of the page. */
export interface Suggestions {
  readonly featured: readonly ListedWallet[]
  readonly recommended: readonly ListedWallet[]
  /** Wallets that the developer excludes; the listing knows the rdns and names under which they are installed. */
  readonly excluded: readonly ListedWallet[]
}
export const suggestionsAtom = atom<Suggestions>({ featured: [], recommended: [], excluded: [] })

/** How many wallets fit this app, without the featured ones. Only grows, so that the label never counts down. */
export const listedCountAtom = atom(0)

/** The count beside "All wallets"; `undefined` if the list is not offered or has not answered yet. */
export const allWalletsCountAtom = atom((get): string | undefined => {
  const total = get(listedCountAtom) + get(suggestionsAtom).featured.length
  return get(optionsAtom)?.features.allWallets && total > 0 ? countLabel(total) : undefined
})

/** The list is offered, and the listing has not answered yet. */
export const isCountPendingAtom = atom(
  (get): boolean => get(isSuggestingAtom) && get(optionsAtom)?.features.allWallets === true,
)

/** Exact below ten; otherwise rounded down to tens, with a plus if that changed it. */
export function countLabel(total: number): string {
  const whole = Math.max(0, Math.trunc(total))
  if (whole < 10) return String(whole)
  const tens = Math.floor(whole / 10) * 10
  return tens < whole ? `${tens}+` : String(tens)
}

export type ListStatus = 'idle' | 'loading' | 'ready' | 'failed' | 'offline'

export interface WalletList {
  readonly status: ListStatus
  readonly wallets: readonly ListedWallet[]
  /** The last page that has arrived. */
  readonly page: number
  readonly isComplete: boolean
}
export const emptyList: WalletList = { status: 'idle', wallets: [], page: 0, isComplete: false }
export const allWalletsAtom = atom<WalletList>(emptyList)

export interface WalletSearch {
  readonly status: ListStatus
  readonly query: string
  readonly wallets: readonly ListedWallet[]
}
export const noSearch: WalletSearch = { status: 'idle', query: '', wallets: [] }
export const walletSearchAtom = atom<WalletSearch>(noSearch)

/** Object URLs of pictures by image id. While a picture is missing, a monogram is shown. */
export const walletImagesAtom = atom<Readonly<Record<string, string>>>({})
