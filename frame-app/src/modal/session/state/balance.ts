/** Native balances by account and network. A failed read keeps the last value with its age. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { activeConnectionAtom } from './active-connection.ts'

export type Balance =
  | { status: 'loading' }
  | { status: 'ready' | 'stale'; formatted: string; symbol: string; asOf: number }
  | { status: 'failed' }

/** Keyed by the CAIP-10 account, which names the network too. */
export const balancesAtom = atom<Readonly<Record<Caip10, Balance>>>({})

export const setBalanceAtom = atom(null, (get, set, account: Caip10, balance: Balance) => {
  set(balancesAtom, { ...get(balancesAtom), [account]: balance })
})

export const activeBalanceAtom = atom((get): Balance | undefined => {
  const connection = get(activeConnectionAtom)
  return connection && get(balancesAtom)[connection.active]
})
