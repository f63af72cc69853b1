import type { TokenNames } from '../../contract/chain-index.ts'
import type { Database } from '../database.ts'
import { inPortions } from '../portions.ts'

export const createTokenNames = ({ db }: Pick<Database, 'db'>): TokenNames => ({
  async find(network, contracts) {
    const found = []
    for (const portion of inPortions(contracts))
      found.push(
        ...(await db
          .selectFrom('tokenName')
          .select(['contract', 'name', 'symbol', 'decimals'])
          .where('network', '=', network)
          .where('contract', 'in', portion)
          .execute()),
      )
    return found
  },

  async save(network, names) {
    for (const portion of inPortions(names))
      await db
        .insertInto('tokenName')
        .values(portion.map((one) => ({ ...one, network })))
        .onConflict((conflict) => conflict.columns(['network', 'contract']).doNothing())
        .execute()
  },
})
