/** The wallet frame while it is seen. */
import { atom } from 'jotai'

/** At this height what the wallet draws would be seen whole, in CSS pixels; `undefined` before it has said so. */
export const walletHeightAtom = atom<number | undefined>(undefined)

export interface Asked {
  readonly kind: 'transaction' | 'signature'
}
/** What waits for an approval, in the order of asking: the wallet draws the first. */
export const askedAtom = atom<readonly Asked[]>([])
