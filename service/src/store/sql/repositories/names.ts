import * as z from 'zod/mini'
import type { NameChange, Names, RegisteredName, Registration, RegistrationOutcome } from '../../contract/names.ts'
import { atomically, type Scope } from '../scope.ts'

const Attributes = z.record(z.string(), z.string())

export function createNames(scope: Pick<Scope, 'db'>): Names {
  const { db } = scope
  return {
    register: ({ name, skeleton, owner, coinTypes, attributes, use, now }) =>
      atomically(scope, async (inner) => {
        if (!(await isFirstUse(inner, use))) return 'used'
        const row = { name, skeleton, owner, attributes: JSON.stringify(attributes), registeredAt: now, updatedAt: now }
        // Waits for a concurrent registration that holds one of the unique values.
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

    change: ({ name, owner, coinType, change, use, now }) =>
      atomically(scope, async (inner) => {
        if (!(await isFirstUse(inner, use))) return 'used'
        if (!(await holdName(inner, { name, owner, coinType }))) return 'lost'
        const attributes = 'attributes' in change ? { attributes: JSON.stringify(change.attributes) } : {}
        await inner.db
          .updateTable('accountName')
          .set({ ...attributes, updatedAt: now })
          .where('name', '=', name)
          .execute()
        if ('address' in change) await putAddress(inner, name, change, now)
        return 'changed'
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

async function isFirstUse({ db }: Pick<Scope, 'db'>, use: Registration['use']): Promise<boolean> {
  const first = await db
    .insertInto('usedSignature')
    .values(use)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return first !== undefined
}

/** Whether the owner has the name with this coin type. It cannot change until the transaction ends. */
async function holdName(
  { db }: Pick<Scope, 'db'>,
  { name, owner, coinType }: Pick<NameChange, 'name' | 'owner' | 'coinType'>,
): Promise<boolean> {
  // Changes nothing, but waits for a concurrent change on both databases.
  const held = await db
    .updateTable('accountName')
    .set({ owner })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .returning('name')
    .executeTakeFirst()
  if (!held) return false
  const own = await db
    .selectFrom('accountNameAddress')
    .select('coinType')
    .where('name', '=', name)
    .where('coinType', '=', coinType)
    .where('address', '=', owner)
    .executeTakeFirst()
  return own !== undefined
}

async function putAddress(
  { db }: Pick<Scope, 'db'>,
  name: string,
  { coinType, address }: Extract<NameChange['change'], { readonly address: string }>,
  now: number,
): Promise<void> {
  const row = { address, createdAt: now }
  await db
    .insertInto('accountNameAddress')
    .values({ name, coinType, ...row })
    .onConflict((conflict) => conflict.columns(['name', 'coinType']).doUpdateSet(row))
    .execute()
}

async function whyNot(
  { db }: Pick<Scope, 'db'>,
  { name, skeleton }: Pick<Registration, 'name' | 'skeleton'>,
): Promise<RegistrationOutcome> {
  const holder = await db.selectFrom('accountName').select('name').where('skeleton', '=', skeleton).executeTakeFirst()
  if (!holder) return 'owner'
  return holder.name === name ? 'taken' : 'similar'
}
