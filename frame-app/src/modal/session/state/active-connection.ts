/** The connection that views and counts use, and the other connections. */
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
