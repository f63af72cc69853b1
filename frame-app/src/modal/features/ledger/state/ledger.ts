/**
 * Transactions that were sent through this site, as this device has seen them. They are shown until the history has them, and stay where
 * there is no history. At most 99 per account (specification §9).
 */

import { TransactionId } from '@airlock/protocol/contracts/shapes/account.ts'
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress, Hash32 } from '@airlock/protocol/scalars/values.ts'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import { toExactDecimals } from '../../../../shared/format/amount.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import type { ActivityEntry, Movement, PastPayment } from './activity.ts'

export const ledgerSize = 99

/** Units of a token as exact decimal text, and its symbol. */
const Part = z.object({
  amount: z.string().check(z.regex(/^\d{1,78}(\.\d{1,36})?$/)),
  label: z.string().check(z.maxLength(16)),
})

/** `replaced`: another transaction of the account has its nonce. `dropped`: the nodes have forgotten it. */
const Status = z.enum(['pending', 'confirmed', 'failed', 'replaced', 'dropped'])

/** Also the stored form, so it is parsed when it is read. */
export const Tracked = z.object({
  id: TransactionId,
  status: Status,
  operation: z.enum(['send', 'trade', 'approve', 'revoke', 'deploy', 'execute']),
  to: z.optional(z.string().check(z.maxLength(128))),
  approval: z.optional(z.object({ spender: EvmAddress, isUnlimited: z.boolean() })),
  /** In the smallest unit of the network's currency. */
  value: z.optional(z.string().check(z.regex(/^\d{1,78}$/))),
  /** The token that leaves, and the minimum that arrives. Nodes do not report these, so only transactions sent from here have them. */
  moved: z.optional(z.extend(Part, { address: z.optional(z.string().check(z.maxLength(128))) })),
  gained: z.optional(Part),
  nonce: z.optional(z.int().check(z.nonnegative())),
  /** Unix time in milliseconds. */
  sentAt: z.int().check(z.nonnegative()),
  replacedBy: z.optional(Hash32),
  /** Only the page has reported it: the nodes are asked whether it is the account's. */
  isClaim: z.optional(z.literal(true)),
})
export type Tracked = z.infer<typeof Tracked>
export const Ledger = z.array(Tracked).check(z.maxLength(ledgerSize))

/** Newest first, by account and network. */
export const ledgersAtom = atom<Readonly<Record<Caip10, readonly Tracked[]>>>({})

export const activeLedgerAtom = atom((get): readonly Tracked[] => {
  const connection = get(activeConnectionAtom)
  return (connection && get(ledgersAtom)[connection.active]) ?? []
})

/** Newest first, each once. A full ledger drops its oldest settled entry, and a pending one only if there is no other. */
export function enter(ledger: readonly Tracked[], tracked: Tracked): readonly Tracked[] {
  const all = [tracked, ...ledger.filter(({ id }) => id !== tracked.id)]
  if (all.length <= ledgerSize) return all
  const settled = all.findLastIndex(({ status }) => status !== 'pending')
  return all.toSpliced(settled < 1 ? all.length - 1 : settled, 1)
}

export interface LedgerAccount {
  readonly address: string
  /** Of the network's currency. */
  readonly symbol: string
  readonly decimals: number
  readonly image?: string | undefined
}

export function toEntry(
  { id, status, operation, to, approval, value, moved, gained, nonce, sentAt, replacedBy }: Tracked,
  { address, symbol, decimals, image }: LedgerAccount,
): ActivityEntry {
  const amount = BigInt(value ?? '0')
  const part = (direction: 'in' | 'out', units: string, label: string, picture?: string): Movement => ({
    direction,
    kind: 'token',
    amount: units,
    label,
    image: picture,
  })
  return {
    key: `ledger ${id}`,
    hash: id,
    at: sentAt,
    operation,
    status,
    replacedBy,
    from: address,
    to: to ?? '',
    nonce,
    application: undefined,
    movements: [
      ...(amount > 0n ? [part('out', toExactDecimals(amount, decimals), symbol, image)] : []),
      ...(moved ? [part('out', moved.amount, moved.label)] : []),
      ...(gained ? [part('in', gained.amount, gained.label)] : []),
    ],
    approval,
    payment: operation === 'send' ? paymentOf({ to, moved }, amount, decimals) : undefined,
    isMadeHere: true,
  }
}

function paymentOf(
  { to, moved }: Pick<Tracked, 'to' | 'moved'>,
  amount: bigint,
  decimals: number,
): PastPayment | undefined {
  if (to === undefined) return undefined
  if (moved) return moved.address === undefined ? undefined : { token: moved.address, to, amount: moved.amount }
  return amount > 0n ? { token: undefined, to, amount: toExactDecimals(amount, decimals) } : undefined
}
