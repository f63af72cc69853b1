/**
 * Wallets whose key was replaced. Until the user ends them, the account keeps their shares and recovery methods in addition to its active
 * wallet.
 */
import type { Words } from './dialect.ts'

export const replacedWallets = ({ int }: Words): readonly string[] => [
  `ALTER TABLE wallet ADD COLUMN lineage TEXT`,
  `ALTER TABLE wallet ADD COLUMN replaces TEXT`,
  `ALTER TABLE wallet ADD COLUMN replaced_at ${int}`,
  `DROP INDEX wallet_one_active`,
  `CREATE UNIQUE INDEX wallet_one_active ON wallet (user_id) WHERE status = 'ACTIVE' AND replaced_at IS NULL`,
]
