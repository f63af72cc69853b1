import type { Selectable } from 'kysely'
import type { Escrow, EscrowKey, Escrows } from '../../contract/escrows.ts'
import { bytesOf, type Schema } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

type Row = Selectable<Schema['escrow']>

export function createEscrows(scope: Scope): Escrows {
  return {
    put: ({ methodId: id, walletId, replaces, addressHash, deviceHash, share, isAgreed, now }) =>
      atomically(scope, async (inner) => {
        const kept = await findRow(inner, id)
        if (kept) {
          const isSame = kept.walletId === walletId && kept.addressHash === addressHash
          return isSame && Buffer.from((await toEscrow(inner, kept)).share).equals(share) ? 'SAME' : 'TAKEN'
        }
        const isOwn = await isHolder(inner, addressHash, deviceHash)
        if (!isOwn && !isAgreed) return 'HELD'
        if (!isOwn) await takeOver(inner, { addressHash, deviceHash, replaces })
        const row = { id, walletId, addressHash, deviceHash, createdAt: now }
        return (await insertHalf(inner, row, share)) ? 'STORED' : 'TAKEN'
      }),

    find: (key) => findHalf(scope, key),

    copy: ({ to, deviceHash, now, ...from }) =>
      atomically(scope, async (inner) => {
        const half = await findHalf(inner, from)
        if (!half) return 'UNKNOWN'
        if (await findHalf(inner, { ...from, addressHash: to })) return 'COPIED'
        if (!(await isHolder(inner, to, deviceHash))) return 'HELD'
        const { walletId } = from
        const row = { id: copyId(from.methodId, to), walletId, addressHash: to, deviceHash, createdAt: now }
        return (await insertHalf(inner, row, half.share)) ? 'COPIED' : 'HELD'
      }),

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

/** False if a half with this id is stored. */
async function insertHalf({ db, keyring }: Scope, row: Omit<Row, 'share'>, share: Uint8Array): Promise<boolean> {
  const sealed = await keyring.seal(db, placeIn('escrow', row, 'share'), share)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('escrow')
    .values({ ...row, share: sealed })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A half that was copied to another mailbox has its own row. */
const copyId = (methodId: string, addressHash: string): string => `${methodId}|${addressHash}`

async function findHalf(scope: Scope, { methodId, walletId, addressHash }: EscrowKey): Promise<Escrow | undefined> {
  for (const id of [methodId, copyId(methodId, addressHash)]) {
    const row = await findRow(scope, id)
    if (row?.walletId !== walletId || row.addressHash !== addressHash) continue
    if (row.deviceHash === (await holderOf(scope, addressHash))) return toEscrow(scope, row)
  }
  return undefined
}

/** The first device of a mailbox becomes its current device, whose halves are valid. */
async function isHolder(scope: Scope, addressHash: string, deviceHash: string): Promise<boolean> {
  await scope.db
    .insertInto('escrowHolder')
    .values({ id: addressHash, deviceHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await lockRow(scope, 'escrowHolder', addressHash)
  return (await holderOf(scope, addressHash)) === deviceHash
}

async function takeOver(
  { db }: Scope,
  { addressHash, deviceHash, replaces }: { addressHash: string; deviceHash: string; replaces: string | undefined },
): Promise<void> {
  if (replaces !== undefined)
    await db
      .updateTable('escrow')
      .set({ deviceHash })
      .where('addressHash', '=', addressHash)
      .where('walletId', '=', replaces)
      .where('deviceHash', '=', db.selectFrom('escrowHolder').select('deviceHash').where('id', '=', addressHash))
      .execute()
  await db.updateTable('escrowHolder').set({ deviceHash }).where('id', '=', addressHash).execute()
}

async function holderOf({ db }: Scope, addressHash: string): Promise<string | undefined> {
  const row = await db.selectFrom('escrowHolder').selectAll().where('id', '=', addressHash).executeTakeFirst()
  return row?.deviceHash
}

async function toEscrow({ db, keyring }: Scope, row: Row): Promise<Escrow> {
  const { id: methodId, walletId, addressHash, createdAt } = row
  const share = await keyring.open(db, placeIn('escrow', row, 'share'), bytesOf(row.share))
  return { methodId, walletId, addressHash, share, createdAt }
}
