/**
 * The one interface to all durable data, the same on SQLite and PostgreSQL. Rules that must hold against concurrent
 * callers, restarts and several processes are single methods here, with the rule in SQL.
 */
import type { Accounts } from './contract/accounts.ts'
import type { Audit } from './contract/audit.ts'
import type { Devices } from './contract/devices.ts'
import type { Escrows } from './contract/escrows.ts'
import type { Codes, Flow, Flows } from './contract/flows.ts'
import type { Proofs, Rates } from './contract/limits.ts'
import type { Outbox } from './contract/outbox.ts'
import type { Sessions } from './contract/sessions.ts'
import type { SmartSessions } from './contract/smart-sessions.ts'
import type { Id, Time } from './contract/values.ts'
import type { RecoveryMethods, ShareSets, Wallets } from './contract/wallets.ts'

/** One repository per aggregate. Any method may throw a `StoreError` (`errors.ts`). */
export type Repositories = {
  readonly accounts: Accounts
  readonly devices: Devices
  readonly sessions: Sessions
  readonly flows: Flows
  readonly codes: Codes
  readonly rates: Rates
  readonly proofs: Proofs
  readonly wallets: Wallets
  readonly shareSets: ShareSets
  readonly recoveryMethods: RecoveryMethods
  readonly escrows: Escrows
  readonly smartSessions: SmartSessions
  readonly outbox: Outbox
  readonly audit: Audit
}

export type Store = Repositories & {
  /**
   * Runs `work` atomically; an exception rolls everything back. Use only `tx` inside (using the store itself throws),
   * and do nothing slow such as sending email or hashing codes, because other callers wait.
   */
  readonly transaction: <Result>(work: (tx: Repositories) => Promise<Result>) => Promise<Result>

  /**
   * Waits until a flow's status differs from `status`, it has ended, or the signal aborts; returns the flow as it is
   * then. Any process may make the change.
   */
  readonly waitForFlow: (wait: {
    readonly flowId: Id
    readonly status: string
    readonly now: () => Time
    readonly signal: AbortSignal
  }) => Promise<(Flow & { readonly isExpired: boolean }) | undefined>

  /** Deletes expired flows, codes, proofs, counters, sessions, sent emails, month-old abandoned wallets and ended smart sessions. */
  readonly purge: (now: Time) => Promise<void>

  /** Throws `UNAVAILABLE` when the database is not writable; for readiness. */
  readonly ping: () => Promise<void>

  /** Lets running calls finish. Call it once. */
  readonly close: () => Promise<void>
}
