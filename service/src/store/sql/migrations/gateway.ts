/** The schema of the gateway's own database. Never change a released migration; add another. */
import type { NumberedMigration } from '../migrate.ts'

export const gatewayMigrations: readonly NumberedMigration[] = [
  [
    '1001-gateway',
    ({ int, strict }) => [
      `CREATE TABLE rate (
        bucket TEXT NOT NULL,
        key_hash TEXT NOT NULL,
        window_start ${int} NOT NULL,
        window_end ${int} NOT NULL,
        count ${int} NOT NULL,
        PRIMARY KEY (bucket, key_hash, window_start)
      )${strict}`,
      `CREATE INDEX rate_by_end ON rate (window_end)`,
    ],
  ],
]
