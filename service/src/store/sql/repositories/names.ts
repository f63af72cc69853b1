import * as z from 'zod/mini'
import type { Names, RegisteredName, Registration, RegistrationOutcome } from '../../contract/names.ts'
import { atomically, type Scope } from '../scope.ts'

const Attributes = z.record(z.string(), z.string())

export function createNames(scope: Pick<Scope, 'db'>): Names {
  const { db } = scope
  return {
    register: ({ name, skeleton, owner, coinTypes, attributes, use, now }) =>
      atomically(scope, async (inner) => {
        const first = await inner.db
          .insertInto('usedSignature')
          .values(use)
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .returning('hash')
          .executeTakeFirst()
        if (!first) return 'used'
        const row = { name, skeleton, owner, attributes: JSON.stringify(attributes), registeredAt: now, updatedAt: now }
        // A concurrent registration that holds one of the unique values is waited for.
        const made = await inner.db
          .insertInto('accountName')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .executeTakeFirst()
        if (!made) return whyNot(inner, { name, skeleton })
        await inner.db
          .insertInto('accountNameAddress')
          .values(coinTypes.map((coinType) => ({ name, coinType, address: owner, createdAt: now })))
          .execute()
        return 'registered'
      }),

    find: (name) => findBy('name', name),
    findByAddress: (address) => findBy('owner', address),

    async heldOf(skeletons) {
      if (skeletons.length === 0) return new Set()
      const rows = await db.selectFrom('accountName').select('skeleton').where('skeleton', 'in', skeletons).execute()
      return new Set(rows.map(({ skeleton }) => skeleton))
    },
  }

  async function findBy(column: 'name' | 'owner', value: string): Promise<RegisteredName | undefined> {
    const row = await db.selectFrom('accountName').selectAll().where(column, '=', value).executeTakeFirst()
    if (!row) return undefined
    const addresses = await db
      .selectFrom('accountNameAddress')
      .select(['coinType', 'address', 'createdAt'])
      .where('name', '=', row.name)
      .orderBy('coinType')
      .execute()
    const { name, registeredAt, updatedAt } = row
    return { name, registeredAt, updatedAt, addresses, attributes: z.parse(Attributes, JSON.parse(row.attributes)) }
  }
}

async function whyNot(
  { db }: Pick<Scope, 'db'>,
  { name, skeleton }: Pick<Registration, 'name' | 'skeleton'>,
): Promise<RegistrationOutcome> {
  const holder = await db.selectFrom('accountName').select('name').where('skeleton', '=', skeleton).executeTakeFirst()
  if (!holder) return 'owner'
  return holder.name === name ? 'taken' : 'similar'
}
