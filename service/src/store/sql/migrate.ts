/**
 * Migrates a database to this program's schema. Numbered, forward only, all pending migrations in one transaction: if
 * the process dies, the schema is unchanged and the next start retries. A newer schema is refused.
 */
import { CompiledQuery, type Migration, Migrator } from 'kysely'
import { StoreError } from '../errors.ts'
import { initial } from './migrations/0001-initial.ts'
import { escrow } from './migrations/0002-escrow.ts'
import { ownedIds } from './migrations/0003-owned-ids.ts'
import { openIdIdentities } from './migrations/0004-openid-identities.ts'
import { formerIdentities } from './migrations/0005-former-identities.ts'
import { replacedWallets } from './migrations/0006-replaced-wallets.ts'
import { smartSessions } from './migrations/0007-smart-sessions.ts'
import { type Engine, type Words, words } from './migrations/dialect.ts'
import type { Db } from './schema.ts'

/** SQL for either engine, as separate statements. */
export type NumberedMigration = readonly [name: `${number}-${string}`, statements: (words: Words) => Iterable<string>]

/** In order. Never change a released one; add another. */
export const migrations: readonly NumberedMigration[] = [
  ['0001-initial', initial],
  ['0002-escrow', escrow],
  ['0003-owned-ids', ownedIds],
  ['0004-openid-identities', openIdIdentities],
  ['0005-former-identities', formerIdentities],
  ['0006-replaced-wallets', replacedWallets],
  ['0007-smart-sessions', smartSessions],
]

/** @throws {StoreError} SCHEMA_NEWER, or the database's error. */
export async function migrate(db: Db, engine: Engine, list = migrations): Promise<void> {
  const migrator = new Migrator({
    db,
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
    provider: {
      getMigrations: async () => Object.fromEntries(list.map(([name, sql]) => [name, runAll(sql(words[engine]))])),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new StoreError(
      'SCHEMA_NEWER',
      'The database has a schema that this program does not know; start the newer program',
      {
        cause: error,
      },
    )
  throw error
}

/** Whether nothing is pending. Changes nothing. */
export async function isMigrated(db: Db, list = migrations): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'schema_migration')) return false
  const done = await db.executeQuery(CompiledQuery.raw('SELECT name FROM schema_migration'))
  return done.rows.length === list.length
}

const runAll = (statements: Iterable<string>): Migration => ({
  async up(db) {
    for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement))
  },
})
