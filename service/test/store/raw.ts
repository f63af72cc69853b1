/** Reads a SQLite file directly, as a thief of the file would. */
import type Libsql from 'libsql'
import * as z from 'zod/mini'

const Rows = z.array(z.record(z.string(), z.unknown()))

export const rowsOf = (database: Libsql.Database, query: string, parameters: readonly unknown[] = []) =>
  Rows.parse(database.prepare(query).all([...parameters]))

/** The column `v` of the first row. */
export const firstValue = (database: Libsql.Database, query: string, parameters: readonly unknown[] = []): unknown =>
  rowsOf(database, query, parameters)[0]?.v

export const bytesIn = (value: unknown): Buffer => Buffer.from(z.instanceof(ArrayBuffer).parse(value))
