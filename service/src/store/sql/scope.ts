/** Context and helpers shared by all repositories. */
import { sql } from 'kysely'
import type { Time } from '../contract/values.ts'
import type { Keyring } from '../keyring.ts'
import type { Engine } from './migrations/dialect.ts'
import type { Db, Schema } from './schema.ts'

export type Scope = { readonly db: Db; readonly engine: Engine; readonly keyring: Keyring }

/** Runs statements atomically, within the caller's transaction if there is one. */
export const atomically = <Result, Within extends Pick<Scope, 'db'> = Scope>(
  scope: Within,
  work: (scope: Within) => Promise<Result>,
): Promise<Result> =>
  scope.db.isTransaction ? work(scope) : scope.db.transaction().execute((db) => work({ ...scope, db }))

/**
 * Blocks other locks of the row until the transaction ends. A no-op on SQLite, whose single writer lock is taken at the
 * start. Inserts that refer to the row, as in a login, are not blocked: a login could else deadlock with the holder
 * over a device row. Lock order: accounts before anything else of theirs, wallets after them.
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
 * Blocks other locks of the same name until the transaction ends. For rows that do not exist yet: two inserting
 * transactions do not see each other's rows.
 */
export async function lockName({ db, engine }: Scope, name: string): Promise<void> {
  if (engine === 'sqlite') return // its write transactions do not overlap
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** A clock further ahead than this was wrong; otherwise the present one may have been set back. */
const maxLeadMs = 60 * 60 * 1_000

/**
 * The clock of flows and codes: never earlier than a time already seen, so that setting it back revives nothing.
 * Written at most once a second. An implausible time restarts it from `now` and ends flows in progress.
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
