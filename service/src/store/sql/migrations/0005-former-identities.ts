/** Logins that were removed or replaced, held for a while so that they can be restored. */
import type { Words } from './dialect.ts'

export const formerIdentities = ({ int, bytes, strict }: Words): readonly string[] => [
  `CREATE TABLE former_identity (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES "user" (id),
    kind TEXT NOT NULL,
    issuer TEXT NOT NULL,
    subject_hash TEXT NOT NULL,
    display ${bytes} NOT NULL,
    verified_at ${int} NOT NULL,
    is_primary ${int} NOT NULL CHECK (is_primary IN (0, 1)),
    token_hash TEXT NOT NULL UNIQUE,
    removed_at ${int} NOT NULL,
    held_until ${int} NOT NULL,
    UNIQUE (issuer, subject_hash)
  )${strict}`,
  `CREATE INDEX former_identity_by_user ON former_identity (user_id)`,
  `CREATE INDEX former_identity_by_end ON former_identity (held_until)`,
]
