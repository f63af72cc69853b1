/** Transactions that are not settled, newest first, for the page. Kept apart from the ledger, which loads later. */
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { type Caip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'

export type Pending = NonNullable<Account['pending']>

export const pendingAtom = atom<Readonly<Record<string, Pending>>>({})

/** The same key for an account on all networks of its namespace. */
export const pendingKey = (account: Caip10): string =>
  `${namespaceOf(account)}:${parseCaip10(account).address}`.toLowerCase()
