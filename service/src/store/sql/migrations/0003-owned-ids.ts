/**
 * Ids that devices choose count within their account: whoever knows the id of a wallet that is not here cannot take it before its owner
 * stores it again. And the halves of a mailbox are those of one device, until the mailbox agrees to another one.
 */

export const ownedIds = (): readonly string[] => [
  `ALTER TABLE wallet ADD COLUMN name TEXT NOT NULL DEFAULT ''`,
  `UPDATE wallet SET name = id`,
  `CREATE UNIQUE INDEX wallet_by_name ON wallet (user_id, name)`,
  `ALTER TABLE escrow ADD COLUMN device_hash TEXT NOT NULL DEFAULT ''`,
  `CREATE TABLE escrow_holder (id TEXT PRIMARY KEY, device_hash TEXT NOT NULL)`,
  `INSERT INTO escrow_holder (id, device_hash) SELECT DISTINCT address_hash, '' FROM escrow`,
]
