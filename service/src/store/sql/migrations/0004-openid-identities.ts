/**
 * Identities of any OpenID provider. SQLite cannot change a check in place, so the table is recreated, on both engines. Sealed values are
 * bound to the row's ids, which stay the same.
 */
import type { Words } from './dialect.ts'

const kinds = ['email', 'google', 'apple', 'facebook', 'github', 'discord', 'x', 'farcaster', 'openid']
const columns = 'id, user_id, kind, issuer, subject_hash, display, verified_at, is_primary'

export const openIdIdentities = ({ int, bytes, strict }: Words): readonly string[] => [
  `CREATE TABLE identity_new (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES "user" (id),
    kind TEXT NOT NULL CHECK (kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})),
    issuer TEXT NOT NULL,
    subject_hash TEXT NOT NULL,
    display ${bytes} NOT NULL,
    verified_at ${int} NOT NULL,
    is_primary ${int} NOT NULL CHECK (is_primary IN (0, 1)),
    UNIQUE (issuer, subject_hash)
  )${strict}`,
  `INSERT INTO identity_new (${columns}) SELECT ${columns} FROM identity`,
  `DROP TABLE identity`,
  `ALTER TABLE identity_new RENAME TO identity`,
  `CREATE UNIQUE INDEX identity_one_primary ON identity (user_id) WHERE is_primary = 1`,
  `CREATE INDEX identity_by_user ON identity (user_id)`,
]
