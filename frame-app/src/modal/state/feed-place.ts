/** Where the user was in the list of all transactions: the key of the row that had the focus last. */
import { atom } from 'jotai'

export const feedPlaceAtom = atom<string>()
