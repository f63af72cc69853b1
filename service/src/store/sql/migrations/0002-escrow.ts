/** Tables of the recovery role. */
import type { Words } from './dialect.ts'

export const escrow = ({ int, bytes, strict }: Words): readonly string[] => [
  `CREATE TABLE escrow (
    id TEXT PRIMARY KEY,
    wallet_id TEXT NOT NULL,
    address_hash TEXT NOT NULL,
    share ${bytes} NOT NULL,
    created_at ${int} NOT NULL
  )${strict}`,
  `CREATE INDEX escrow_by_address ON escrow (address_hash)`,
]
