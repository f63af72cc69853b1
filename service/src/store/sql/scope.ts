/** What every repository works with, and the few things that several of them do. */
import { sql } from 'kysely'
import type { Time } from '../contract/values.ts'
import type { Keyring } from '../keyring.ts'
import type { Engine } from './migrations/dialect.ts'
import type { Db, Schema } from './schema.ts'

export type Scope = { readonly db: Db; readonly engine: Engine; readonly keyring: Keyring }

/** Runs several statements all or nothing, as part of the caller's transaction where there is one. */
export const atomically = <Result>(scope: Scope, work: (scope: Scope) => Promise<Result>): Promise<Result> =>
  scope.db.isTransaction ? work(scope) : scope.db.transaction().execute((db) => work({ ...scope, db }))

/**
 * Makes others that lock the same row wait until the transaction is over. SQLite has one writer at a time, and ours take that lock
 * when they begin. Who inserts rows that refer to this one, as a login does, is not held back; in the other order he would wait for the
 * device that who holds the lock is about to write. Accounts are locked before anything else of theirs, wallets after them.
 */
export async function lockRow(
  { db, engine }: Scope,
  table: keyof Schema & ('user' | 'wallet' | 'flow' | 'auditHead' | 'escrowHolder'),
  id: string | number,
): Promise<void> {
  if (engine === 'sqlite') return
  await db.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * Makes others that lock the same name wait until the transaction is over. For what no row stands for yet: two transactions that insert
 * do not see each other's rows.
 */
export async function lockName({ db, engine }: Scope, name: string): Promise<void> {
  if (engine === 'sqlite') return // its transactions that write do not overlap
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** A clock that was further ahead than this was wrong; below it, it may be this one that was set back. */
const maxLeadMs = 60 * 60 * 1_000

/**
 * The time that flows and codes go by: never earlier than one they have seen, so that a clock that is set back revives nothing.
 * Written at most once a second. Where what they have seen cannot be true, they start from `now`, and whatever was under way ends.
 */
export async function observeClock(scope: Scope, now: Time): Promise<Time> {
  const { at } = await scope.db.selectFrom('clock').select('at').executeTakeFirstOrThrow()
  if (at - now > maxLeadMs) await restartClock(scope, at, now)
  else if (now < at) return at
  else if (now - at >= 1_000) await scope.db.updateTable('clock').set({ at: now }).where('at', '<', now).execute()
  return now
}

const restartClock = (scope: Scope, from: Time, now: Time): Promise<void> =>
  atomically(scope, async ({ db }) => {
    const { numUpdatedRows } = await db.updateTable('clock').set({ at: now }).where('at', '=', from).executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await db.updateTable('otp').set({ status: 'SUPERSEDED' }).where('status', '=', 'LIVE').execute()
    await db.updateTable('flow').set({ expiresAt: now }).where('expiresAt', '>', now).execute()
  })
