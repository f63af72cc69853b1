/** Assembles a store: database, schema, keys, repositories. */
import type { Kek } from '../crypto/kek.ts'
import type { Time } from './contract/values.ts'
import { type Keyring, openKeyring } from './keyring.ts'
import type { Database } from './sql/database.ts'
import { migrate } from './sql/migrate.ts'
import { openPostgres } from './sql/postgres.ts'
import { purge } from './sql/purge.ts'
import { createAccounts } from './sql/repositories/accounts.ts'
import { createAudit } from './sql/repositories/audit.ts'
import { createCodes } from './sql/repositories/codes.ts'
import { createDevices } from './sql/repositories/devices.ts'
import { createEscrows } from './sql/repositories/escrows.ts'
import { createFlows } from './sql/repositories/flows.ts'
import { createProofs, createRates } from './sql/repositories/limits.ts'
import { createOutbox } from './sql/repositories/outbox.ts'
import { createRecoveryMethods } from './sql/repositories/recovery-methods.ts'
import { createSessions } from './sql/repositories/sessions.ts'
import { createShareSets } from './sql/repositories/share-sets.ts'
import { createSmartSessions } from './sql/repositories/smart-sessions.ts'
import { createWallets } from './sql/repositories/wallets.ts'
import type { Scope } from './sql/scope.ts'
import { openSqlite } from './sql/sqlite.ts'
import type { Repositories, Store } from './store.ts'
import { createWatch } from './watch.ts'

/** Location of the data: a file for one machine, or a `postgres:` URL for many processes. */
export type Place = { readonly file: string } | { readonly url: string }

export type StoreOptions = {
  readonly place: Place
  readonly kek: Kek
  /** Only for the age of keys; rules use the time passed with each call. */
  readonly now?: () => Time
}

/** Poll interval of `waitForFlow`. */
const watchMs = 250
/** Limit of Node's timers. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Opens the database, migrates its schema and opens its keys.
 * @throws {StoreError} UNAVAILABLE, SCHEMA_NEWER, or BAD_SECRET when the KEK is not the one of this database.
 */
export async function openStore({ place, kek, now = Date.now }: StoreOptions): Promise<Store> {
  const database = openDatabase(place)
  try {
    await migrate(database.db, database.engine)
    return createStore(database, await openKeyring(database.db, kek, now))
  } catch (error) {
    await database.db.destroy()
    throw error
  }
}

export const openDatabase = (place: Place): Database =>
  'url' in place ? openPostgres(place.url) : openSqlite({ file: place.file })

export function createStore({ db, engine, transaction }: Database, keyring: Keyring): Store {
  const repositories = createRepositories({ db, engine, keyring })
  const watch = createWatch(async (ids) => {
    const rows = await db.selectFrom('flow').select(['id', 'status']).where('id', 'in', ids).execute()
    return new Map(rows.map((row) => [row.id, row.status]))
  }, watchMs)
  return {
    ...repositories,
    transaction: (work) => transaction((tx) => work(createRepositories({ db: tx, engine, keyring }))),
    async waitForFlow({ flowId, status, now, signal }) {
      const flow = await repositories.flows.find(flowId, now())
      if (!flow || flow.isExpired || flow.status !== status) return flow
      const end = AbortSignal.timeout(Math.min(flow.expiresAt - now(), maxTimerMs))
      await watch.untilChanged(flowId, status, AbortSignal.any([signal, end]))
      return repositories.flows.find(flowId, now())
    },
    purge: (time) => purge(db, time),
    async ping() {
      // A write without effect: detects a full disk or a read-only server.
      await transaction((tx) =>
        tx
          .updateTable('clock')
          .set((clock) => ({ at: clock.ref('at') }))
          .execute(),
      )
    },
    close: () => db.destroy(),
  }
}

const createRepositories = (scope: Scope): Repositories => ({
  accounts: createAccounts(scope),
  devices: createDevices(scope),
  sessions: createSessions(scope),
  flows: createFlows(scope),
  codes: createCodes(scope),
  rates: createRates(scope),
  proofs: createProofs(scope),
  wallets: createWallets(scope),
  shareSets: createShareSets(scope),
  recoveryMethods: createRecoveryMethods(scope),
  escrows: createEscrows(scope),
  smartSessions: createSmartSessions(scope),
  outbox: createOutbox(scope),
  audit: createAudit(scope),
})
