/** The networks that connected wallets have agreed to (specification §3: approved networks). */
import { type Caip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { Connector } from '../connector.ts'
import { connectionsAtom } from './accounts.ts'
import { connectorOf, connectorsAtom } from './connectors.ts'

/** The connector of each connected namespace. */
export const inUseAtom = atom((get): Readonly<Partial<Record<Namespace, Connector>>> => {
  const connectors = get(connectorsAtom)
  return Object.fromEntries(
    Object.entries(get(connectionsAtom)).flatMap(([namespace, connection]) => {
      if (connection.status !== 'connected') return []
      const found = connectorOf(connectors, namespace as Namespace, connection.wallet) // as: a key of the record
      return found ? [[namespace, found]] : []
    }),
  )
})

/** By namespace; absent for a wallet that does not report them, and for one to which networks can be added. */
export const approvedAtom = atom((get): Readonly<Partial<Record<Namespace, readonly Caip2[]>>> => {
  const connectors = get(inUseAtom)
  return Object.fromEntries(
    Object.entries(connectors).flatMap(([namespace, { agreedChains, addsNetworks }]) =>
      agreedChains && !addsNetworks?.() ? [[namespace, agreedChains()]] : [],
    ),
  )
})

/** Whether the connected wallet can switch to a network; `true` without a connected wallet. */
export const servesAtom = atom((get) => {
  const approved = get(approvedAtom)
  return (id: Caip2): boolean => approved[namespaceOf(id)]?.includes(id) ?? true
})
