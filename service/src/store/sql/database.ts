/** An open database connection of either engine. */
import type { Engine } from './migrations/dialect.ts'
import type { Db } from './schema.ts'

export type Database = {
  readonly engine: Engine
  readonly db: Db
  /** `work` must use only the `tx` it is given. */
  readonly transaction: <Result>(work: (tx: Db) => Promise<Result>) => Promise<Result>
}
