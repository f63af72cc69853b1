import { atom } from 'jotai'

export const accountTabs = ['tokens', 'nfts', 'activity'] as const
export type AccountTab = (typeof accountTabs)[number]

/** The tab that the account view shows. It stays chosen while the modal lives (specification §3). */
export const accountTabAtom = atom<AccountTab>('tokens')
