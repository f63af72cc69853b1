/** An open database of either kind, before anything is stored in it. */
import type { Engine } from './migrations/dialect.ts'
import type { Db } from './schema.ts'

export type Database = {
  readonly engine: Engine
  readonly db: Db
  /** `work` must use what it is given alone. */
  readonly transaction: <Result>(work: (tx: Db) => Promise<Result>) => Promise<Result>
}
