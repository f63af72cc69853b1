/** Locations of sealed values, and resealing them under the newest keys. */
import { sql } from 'kysely'
import type { Keyring, SealedPlace } from '../keyring.ts'
import { bytesOf, type Db, type SealedTable, sealed, sealedTables } from './schema.ts'

type Bound<Table extends SealedTable> = (typeof sealed)[Table]['bound'][number]

/** The place of a value in a row, including everything that the seal is bound to. */
export function placeIn<Table extends SealedTable>(
  table: Table,
  row: Readonly<Record<Bound<Table>, string | number>>,
  column: (typeof sealed)[Table]['columns'][number],
): SealedPlace {
  const bound: readonly Bound<Table>[] = sealed[table].bound
  return { table, row: JSON.stringify(bound.map((name) => row[name])), column }
}

export type SealedValue = {
  readonly table: SealedTable
  readonly rowId: string
  readonly column: string
  readonly place: SealedPlace
  readonly sealed: Uint8Array
}

const batch = 200

/** All sealed values of the database, in batches, ordered by id. */
export async function* sealedValues(db: Db): AsyncGenerator<SealedValue> {
  for (const table of sealedTables)
    for (let after = ''; ; ) {
      const rows = await sql<Record<string, unknown>>`
        SELECT * FROM ${sql.table(snake(table))} WHERE id > ${after} ORDER BY id LIMIT ${batch}`.execute(db)
      for (const row of rows.rows) yield* valuesOf(table, row)
      const last = rows.rows.at(-1)
      if (!last) break
      after = String(last.id)
    }
}

function* valuesOf(table: SealedTable, row: Readonly<Record<string, unknown>>): Generator<SealedValue> {
  const { columns, bound } = sealed[table]
  const bindings = JSON.stringify(bound.map((name) => row[name]))
  for (const column of columns) {
    const value = row[column]
    if (value instanceof Uint8Array || value instanceof ArrayBuffer)
      yield {
        table,
        rowId: String(row.id),
        column,
        place: { table, row: bindings, column },
        sealed: bytesOf(value),
      }
  }
}

/**
 * Reseals every value under the current key. Skips values that change meanwhile, and a process with an old key may
 * write more: run it again until it reports nothing.
 */
export async function reseal(db: Db, keyring: Keyring): Promise<{ readonly resealed: number }> {
  let resealed = 0
  for await (const { table, rowId, column, place, sealed: old } of sealedValues(db)) {
    if (await keyring.isCurrent(db, place.table, old)) continue
    const renewed = await keyring.seal(db, place, await keyring.open(db, place, old))
    const name = sql.ref(snake(column))
    const done =
      await sql`UPDATE ${sql.table(snake(table))} SET ${name} = ${renewed} WHERE id = ${rowId} AND ${name} = ${old}`.execute(
        db,
      )
    resealed += Number(done.numAffectedRows ?? 0n)
  }
  return { resealed }
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
