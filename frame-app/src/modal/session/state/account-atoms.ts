import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { activeConnectionAtom } from './active-connection.ts'

/** What is known of accounts, keyed by the CAIP-10 account, which names the network too. Not for what the first view has: these would be more bytes there. */
export function accountAtoms<Known>() {
  const allAtom = atom<Readonly<Record<Caip10, Known>>>({})
  return {
    allAtom,
    setAtom: atom(null, (get, set, account: Caip10, known: Known) => {
      set(allAtom, { ...get(allAtom), [account]: known })
    }),
    activeAtom: atom((get): Known | undefined => {
      const connection = get(activeConnectionAtom)
      return connection && get(allAtom)[connection.active]
    }),
  }
}
