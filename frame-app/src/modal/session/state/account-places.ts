/** Where the user was in the account view and the list of its transactions; kept while the modal lives. */
import { atom } from 'jotai'

export const accountTabs = ['tokens', 'nfts', 'activity'] as const
export type AccountTab = (typeof accountTabs)[number]

/** The tab that the account view shows (specification §3). */
export const accountTabAtom = atom<AccountTab>('tokens')

/** The key of the row that had the focus last in the list of all transactions. */
export const feedPlaceAtom = atom<string>()
