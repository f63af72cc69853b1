/**
 * The data keys of a database, one per table with sealed values, each wrapped by the KEK. A key created by another
 * process is loaded when a value refers to it; values sealed under a retired key still open.
 */
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Key, keyIdOf, type Place, SealBrokenError, seal, unseal } from '../crypto/envelope.ts'
import type { Kek } from '../crypto/kek.ts'
import type { Time } from './contract/values.ts'
import { StoreError } from './errors.ts'
import { type Db, type Schema, type SealedTable, sealedTables } from './sql/schema.ts'

export type SealedPlace = Place & { readonly table: SealedTable }

/** Both use the caller's connection, which may be inside a transaction. */
export type Keyring = {
  readonly seal: (db: Db, place: SealedPlace, open: Uint8Array) => Promise<Uint8Array>
  /** @throws {StoreError} SEAL_BROKEN */
  readonly open: (db: Db, place: SealedPlace, sealed: Uint8Array) => Promise<Uint8Array>
  /** Whether it was sealed with the newest key of its table. */
  readonly isCurrent: (db: Db, table: SealedTable, sealed: Uint8Array) => Promise<boolean>
}

type DekRow = Pick<Selectable<Schema['dek']>, 'id' | 'tableName' | 'wrappedDek' | 'kekId'>

/** How long a process may keep sealing with a key that another process has retired. */
const refreshMs = 60_000

/**
 * Creates missing keys and opens the newest key of every table, so that a wrong KEK is detected at start.
 * @throws {StoreError} BAD_SECRET when the KEK does not open them.
 */
export async function openKeyring(db: Db, kek: Kek, now: () => Time): Promise<Keyring> {
  const byId = new Map<string, Key>()
  const current = new Map<SealedTable, Key>()
  let refreshedAt = now()

  await refresh(db)
  for (const table of sealedTables) if (!current.has(table)) await createDek(db, kek, table, now())
  await refresh(db)

  return {
    seal: async (db, place, open) => seal(await currentKey(db, place.table), place, open),
    isCurrent: async (db, table, sealed) => Buffer.from((await currentKey(db, table)).id).equals(keyIdOf(sealed)),
    async open(db, place, sealed) {
      try {
        const id = Buffer.from(keyIdOf(sealed)).toString('hex')
        const key = byId.get(id) ?? (await find(db, id))
        if (!key) throw new SealBrokenError(place)
        return unseal(key, place, sealed)
      } catch (cause) {
        if (!(cause instanceof SealBrokenError)) throw cause
        throw new StoreError('SEAL_BROKEN', cause.message, { cause })
      }
    },
  }

  async function currentKey(db: Db, table: SealedTable): Promise<Key> {
    if (Math.abs(now() - refreshedAt) > refreshMs) await refresh(db)
    const key = current.get(table)
    if (!key) throw new StoreError('BAD_SECRET', `There is no data key for ${table}`)
    return key
  }

  async function refresh(db: Db): Promise<void> {
    const live = await db.selectFrom('dek').selectAll().where('retiredAt', 'is', null).execute()
    for (const row of live) current.set(row.tableName, await unwrap(row))
    refreshedAt = now()
  }

  async function find(db: Db, id: string): Promise<Key | undefined> {
    const row = await db.selectFrom('dek').selectAll().where('id', '=', id).executeTakeFirst()
    return row && unwrap(row)
  }

  async function unwrap(row: DekRow): Promise<Key> {
    const known = byId.get(row.id)
    if (known) return known
    const key = { id: Buffer.from(row.id, 'hex'), bytes: await unwrapDek(kek, row) }
    byId.set(row.id, key)
    return key
  }
}

/** Creates a new key for a table, unless another process was faster. */
async function createDek(db: Db, kek: Kek, tableName: SealedTable, now: Time): Promise<void> {
  const id = randomBytes(16).toString('hex')
  await db
    .insertInto('dek')
    .values({ id, tableName, wrappedDek: await kek.wrap(randomBytes(32), id), kekId: kek.id, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function unwrapDek(kek: Kek, row: DekRow): Promise<Uint8Array> {
  if (row.kekId !== kek.id)
    throw new StoreError(
      'BAD_SECRET',
      `The data key of ${row.tableName} is wrapped by the KEK ${row.kekId}, not by ${kek.id}`,
    )
  try {
    return await kek.unwrap(new Uint8Array(row.wrappedDek), row.id)
  } catch (cause) {
    throw new StoreError('BAD_SECRET', `The KEK does not open the data key of ${row.tableName}`, { cause })
  }
}

/** Opens the newest key of every table and changes nothing. @throws {StoreError} BAD_SECRET */
export async function openLiveKeys(db: Db, kek: Kek): Promise<void> {
  const rows = await db.selectFrom('dek').selectAll().where('retiredAt', 'is', null).execute()
  for (const row of rows) await unwrapDek(kek, row)
}

/** Rewraps all data keys, atomically; sealed values do not change. From then on processes need the new KEK. */
export async function rotateKek(db: Db, from: Kek, to: Kek): Promise<{ readonly rewrapped: number }> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('dek').selectAll().execute()
    for (const row of rows) {
      const wrappedDek = await to.wrap(await unwrapDek(from, row), row.id)
      await tx.updateTable('dek').set({ wrappedDek, kekId: to.id }).where('id', '=', row.id).execute()
    }
    return { rewrapped: rows.length }
  })
}

/** Retires each table's data key and creates a new one. `reseal` changes the values sealed under the old ones. */
export async function retireDeks(db: Db, kek: Kek, now: Time): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('dek').set({ retiredAt: now }).where('retiredAt', 'is', null).execute()
    for (const table of sealedTables) await createDek(tx, kek, table, now)
  })
}
