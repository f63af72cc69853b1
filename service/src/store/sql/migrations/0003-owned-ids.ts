/**
 * Scopes ids chosen by devices to their account: knowing the id of a missing wallet must not allow taking it before its
 * owner stores it again. A mailbox's halves belong to one device until the mailbox approves another.
 */

export const ownedIds = (): readonly string[] => [
  `ALTER TABLE wallet ADD COLUMN name TEXT NOT NULL DEFAULT ''`,
  `UPDATE wallet SET name = id`,
  `CREATE UNIQUE INDEX wallet_by_name ON wallet (user_id, name)`,
  `ALTER TABLE escrow ADD COLUMN device_hash TEXT NOT NULL DEFAULT ''`,
  `CREATE TABLE escrow_holder (id TEXT PRIMARY KEY, device_hash TEXT NOT NULL)`,
  `INSERT INTO escrow_holder (id, device_hash) SELECT DISTINCT address_hash, '' FROM escrow`,
]
