/** Connections per namespace: the single source for addresses, labels and whether a wallet is connected. */
import type { ConnectorType, ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import type { Caip10, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { Offer } from '../connector.ts'

/** The wallet of a connection: the parts that are shown, and those that the host needs. */
export interface WalletInfo {
  /** Stable across sessions: the rdns, name or listing id. */
  id: string
  type: ConnectorType
  name: string
  icon?: string
  rdns?: string
  /** Set for injected wallets; valid in this session only. */
  handle?: string
}

export type Connection =
  /** `hint`: a connection of another tab, which this one could not restore. */
  | { status: 'disconnected'; hint?: ReconnectHint }
  /** `hint`: the connection that is being restored. */
  | { status: 'connecting'; restoring: boolean; hint?: ReconnectHint }
  | ({ status: 'connected'; wallet: WalletInfo; active: Caip10 } & Offer)
export type Connected = Extract<Connection, { status: 'connected' }>

export const connectionsAtom = atom<Readonly<Partial<Record<Namespace, Connection>>>>({})

/** Whether this very hint is still being restored. */
export const isRestoring = (connection: Connection | undefined, hint: ReconnectHint): boolean =>
  connection?.status === 'connecting' && connection.hint === hint

export const disconnected: Connection = { status: 'disconnected' }

export const setConnectionAtom = atom(null, (get, set, namespace: Namespace, connection: Connection) => {
  set(connectionsAtom, { ...get(connectionsAtom), [namespace]: connection })
})
