/** The guarantees of every store, on either engine. */
import { describeAccounts } from './accounts.ts'
import { describeAudit } from './audit.ts'
import { describeDevices } from './devices.ts'
import { describeEscrows } from './escrows.ts'
import { describeFlows } from './flows.ts'
import { describeLimits } from './limits.ts'
import { describeOutbox } from './outbox.ts'
import type { Peers } from './peers.ts'
import { describeSessions } from './sessions.ts'
import { describeShares } from './shares.ts'
import { describeTransactions } from './transactions.ts'
import { describeWallets } from './wallets.ts'

const parts = [
  describeAccounts,
  describeDevices,
  describeSessions,
  describeFlows,
  describeLimits,
  describeWallets,
  describeShares,
  describeEscrows,
  describeOutbox,
  describeAudit,
  describeTransactions,
]

export function describeStore(name: string, peers: Peers['peers']): void {
  const given: Peers = {
    name,
    peers,
    store: () => peers()[0],
    atOnce: (times, work) =>
      Promise.all(Array.from({ length: times }, (_, index) => work(peers()[index % 2 === 0 ? 0 : 1], index))),
  }
  for (const describePart of parts) describePart(given)
}
