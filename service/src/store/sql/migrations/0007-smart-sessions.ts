/** Smart sessions: which rights the account granted to which page. Sealed, because they reveal the account and the user's actions. */
import type { Words } from './dialect.ts'

export const smartSessions = ({ int, bytes, strict }: Words): readonly string[] => [
  `CREATE TABLE smart_session (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES "user" (id),
    content ${bytes} NOT NULL,
    created_at ${int} NOT NULL,
    expires_at ${int} NOT NULL,
    revoked_at ${int}
  )${strict}`,
  `CREATE INDEX smart_session_by_user ON smart_session (user_id)`,
  `CREATE INDEX smart_session_by_end ON smart_session (expires_at)`,
]
