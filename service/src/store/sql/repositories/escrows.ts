import type { Selectable } from 'kysely'
import type { Escrow, Escrows } from '../../contract/escrows.ts'
import { bytesOf, type Schema } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

export function createEscrows(scope: Scope): Escrows {
  return {
    put: ({ methodId: id, walletId, addressHash, deviceHash, share, isAgreed, now }) =>
      atomically(scope, async (inner) => {
        const kept = await findRow(inner, id)
        if (kept) {
          const isSame = kept.walletId === walletId && kept.addressHash === addressHash
          return isSame && Buffer.from((await toEscrow(inner, kept)).share).equals(share) ? 'SAME' : 'TAKEN'
        }
        await inner.db
          .insertInto('escrowHolder')
          .values({ id: addressHash, deviceHash })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await lockRow(inner, 'escrowHolder', addressHash)
        const isHolder = (await holderOf(inner, addressHash)) === deviceHash
        if (!isHolder && !isAgreed) return 'HELD'
        if (!isHolder)
          await inner.db.updateTable('escrowHolder').set({ deviceHash }).where('id', '=', addressHash).execute()
        const row = { id, walletId, addressHash, deviceHash, createdAt: now }
        const sealed = await inner.keyring.seal(inner.db, placeIn('escrow', row, 'share'), share)
        const { numInsertedOrUpdatedRows } = await inner.db
          .insertInto('escrow')
          .values({ ...row, share: sealed })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n ? 'STORED' : 'TAKEN'
      }),

    async find({ methodId, walletId, addressHash }) {
      const row = await findRow(scope, methodId)
      if (row?.walletId !== walletId || row.addressHash !== addressHash) return undefined
      return row.deviceHash === (await holderOf(scope, addressHash)) ? toEscrow(scope, row) : undefined
    },

    async hasAny(addressHash) {
      const row = await scope.db
        .selectFrom('escrow')
        .select('id')
        .where('addressHash', '=', addressHash)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

const findRow = ({ db }: Scope, id: string) =>
  db.selectFrom('escrow').selectAll().where('id', '=', id).executeTakeFirst()

async function holderOf({ db }: Scope, addressHash: string): Promise<string | undefined> {
  const row = await db.selectFrom('escrowHolder').selectAll().where('id', '=', addressHash).executeTakeFirst()
  return row?.deviceHash
}

async function toEscrow({ db, keyring }: Scope, row: Selectable<Schema['escrow']>): Promise<Escrow> {
  const { id: methodId, walletId, addressHash, createdAt } = row
  const share = await keyring.open(db, placeIn('escrow', row, 'share'), bytesOf(row.share))
  return { methodId, walletId, addressHash, share, createdAt }
}
