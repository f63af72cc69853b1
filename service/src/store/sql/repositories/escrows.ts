import type { Selectable } from 'kysely'
import type { Escrow, Escrows } from '../../contract/escrows.ts'
import { bytesOf, type Schema } from '../schema.ts'
import { atomically, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

export function createEscrows(scope: Scope): Escrows {
  return {
    put: ({ methodId: id, walletId, addressHash, share, now }) =>
      atomically(scope, async (inner) => {
        const row = { id, walletId, addressHash, createdAt: now }
        const sealed = await inner.keyring.seal(inner.db, placeIn('escrow', row, 'share'), share)
        const { numInsertedOrUpdatedRows } = await inner.db
          .insertInto('escrow')
          .values({ ...row, share: sealed })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 1n) return 'STORED'
        const kept = await findRow(inner, id)
        const isSame = kept?.walletId === walletId && kept.addressHash === addressHash
        return isSame && Buffer.from((await toEscrow(inner, kept)).share).equals(share) ? 'SAME' : 'TAKEN'
      }),

    async find({ methodId, walletId, addressHash }) {
      const row = await findRow(scope, methodId)
      return row?.walletId === walletId && row.addressHash === addressHash ? toEscrow(scope, row) : undefined
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

async function toEscrow({ db, keyring }: Scope, row: Selectable<Schema['escrow']>): Promise<Escrow> {
  const { id: methodId, walletId, addressHash, createdAt } = row
  const share = await keyring.open(db, placeIn('escrow', row, 'share'), bytesOf(row.share))
  return { methodId, walletId, addressHash, share, createdAt }
}
