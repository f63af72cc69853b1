/** The connection that views and counts use, and the other connections. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { type Connected, type Connection, connectionsAtom } from './accounts.ts'
import { activeNamespaceAtom } from './network.ts'

const isConnected = (connection: Connection): connection is Connected => connection.status === 'connected'

/** The connection of the active network's namespace, or else the first one. */
export const activeConnectionAtom = atom((get): Connected | undefined => {
  const connections = get(connectionsAtom)
  const active = connections[get(activeNamespaceAtom)]
  return active && isConnected(active) ? active : Object.values(connections).find(isConnected)
})

export const otherConnectionsAtom = atom((get): readonly Connected[] => {
  const active = get(activeConnectionAtom)
  return Object.values(get(connectionsAtom))
    .filter(isConnected)
    .filter((connection) => connection !== active)
})

/** All connected accounts, the active one first. */
export const connectedAtom = atom((get): readonly Connected[] => {
  const active = get(activeConnectionAtom)
  return active ? [active, ...get(otherConnectionsAtom)] : []
})

/** What is known of accounts, keyed by the CAIP-10 account, which names the network too. */
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
