/** Native balances by account and network. A failed read keeps the last value with its age. */
import { accountAtoms } from './active-connection.ts'

export type Balance =
  | { status: 'loading' }
  | { status: 'ready' | 'stale'; formatted: string; symbol: string; asOf: number }
  | { status: 'failed' }

export const { allAtom: balancesAtom, setAtom: setBalanceAtom, activeAtom: activeBalanceAtom } = accountAtoms<Balance>()
