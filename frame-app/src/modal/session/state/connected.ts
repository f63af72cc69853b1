/** All connected accounts, the active one first. */
import { atom } from 'jotai'
import type { Connected } from './accounts.ts'
import { activeConnectionAtom, otherConnectionsAtom } from './active-connection.ts'

export const connectedAtom = atom((get): readonly Connected[] => {
  const active = get(activeConnectionAtom)
  return active ? [active, ...get(otherConnectionsAtom)] : []
})
