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
  [
    '1003-names',
    ({ int, strict }) => [
      `CREATE TABLE account_name (
        name TEXT NOT NULL PRIMARY KEY,
        skeleton TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL UNIQUE,
        attributes TEXT NOT NULL,
        registered_at ${int} NOT NULL,
        updated_at ${int} NOT NULL
      )${strict}`,
      `CREATE TABLE account_name_address (
        name TEXT NOT NULL REFERENCES account_name (name) ON DELETE CASCADE,
        coin_type ${int} NOT NULL,
        address TEXT NOT NULL,
        created_at ${int} NOT NULL,
        PRIMARY KEY (name, coin_type)
      )${strict}`,
      `CREATE TABLE used_signature (hash TEXT NOT NULL PRIMARY KEY, expires_at ${int} NOT NULL)${strict}`,
      `CREATE INDEX used_signature_by_end ON used_signature (expires_at)`,
    ],
  ],
]
