import type { Selectable } from 'kysely'
import type { NewWallet, Wallet, Wallets } from '../../contract/wallets.ts'
import { bytesOf, type Schema, withoutNulls } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { insertMethod, methodsOfWallet } from './recovery-methods.ts'
import { findSet, insertSet, isSameSet } from './share-sets.ts'

export function createWallets(scope: Scope): Wallets {
  const { db } = scope
  return {
    create: ({ shareSet, methods, now, ...wallet }) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'user', wallet.userId)
        const known = await findNamed(inner, wallet.userId, wallet.name)
        if (known?.replacedAt !== undefined) return 'WALLET_EXISTS'
        if (known) {
          if (!isSameWallet(known, wallet)) return 'ID_TAKEN'
          const set = await findSet(inner, known.id, shareSet.id)
          if (known.status !== 'ABANDONED' && set && isSameSet(set, shareSet)) return 'SAME'
          if (known.status === 'ACTIVE') return 'ID_TAKEN'
        }
        const active = await findActive(inner, wallet.userId)
        if (active && active.id !== wallet.replaces) return 'WALLET_EXISTS'
        if (await isTaken(inner, known?.id, shareSet.id, methods)) return 'ID_TAKEN'
        // The recovery secret is the same, so the half held by a recovery service still opens the wallet.
        const escrows = known ? (await methodsOfWallet(inner, known.id)).filter(({ kind }) => kind === 'escrow') : []
        if (known) await inner.db.deleteFrom('wallet').where('id', '=', known.id).execute()
        await inner.db
          .insertInto('wallet')
          .values({ ...wallet, status: 'PENDING', createdAt: now })
          .execute()
        await insertSet(inner, { ...shareSet, walletId: wallet.id, createdAt: now })
        const kept = escrows.filter(({ id }) => !methods.some((method) => method.id === id))
        for (const method of methods) await insertMethod(inner, { ...method, walletId: wallet.id, createdAt: now })
        for (const method of kept) await insertMethod(inner, { ...method, walletId: wallet.id })
        return 'CREATED'
      }),

    find: (walletId) => findWallet(scope, walletId),
    findNamed: (userId, name) => findNamed(scope, userId, name),
    findActive: (userId) => findActive(scope, userId),

    activate: ({ walletId, setId, userId, keyVersion, now }) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'user', userId)
        const wallet = await findWallet(inner, walletId)
        if (wallet?.userId !== userId || wallet.keyVersion !== keyVersion) return 'UNKNOWN'
        const set = await findSet(inner, walletId, setId)
        if (wallet.status === 'ACTIVE') return set?.status === 'ACTIVE' ? 'ALREADY_ACTIVE' : 'UNKNOWN'
        const active = await findActive(inner, userId)
        if (active && active.id !== wallet.replaces) return 'WALLET_EXISTS'
        // The set no longer exists: its device was removed or has split again. Never activate an address that no share opens.
        if (wallet.status !== 'PENDING' || set?.status !== 'PENDING') return 'UNKNOWN'
        if (active) await inner.db.updateTable('wallet').set({ replacedAt: now }).where('id', '=', active.id).execute()
        await inner.db.updateTable('shareSet').set({ status: 'ACTIVE' }).where('id', '=', setId).execute()
        await inner.db
          .updateTable('wallet')
          .set({ status: 'ACTIVE', activatedAt: now })
          .where('id', '=', walletId)
          .execute()
        return 'ACTIVATED'
      }),

    endReplaced: ({ walletId, userId, lineage }) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'user', userId)
        await inner.db
          .updateTable('wallet')
          .set({ lineage, replaces: null })
          .where('id', '=', walletId)
          .where('userId', '=', userId)
          .execute()
        await inner.db.deleteFrom('wallet').where('userId', '=', userId).where('replacedAt', 'is not', null).execute()
      }),

    async abandonStale(before) {
      const done = await db
        .updateTable('wallet')
        .set({ status: 'ABANDONED' })
        .where('status', '=', 'PENDING')
        .where('createdAt', '<', before)
        .executeTakeFirst()
      return Number(done.numUpdatedRows)
    },
  }
}

async function findWallet({ db }: Scope, walletId: string): Promise<Wallet | undefined> {
  const row = await db.selectFrom('wallet').selectAll().where('id', '=', walletId).executeTakeFirst()
  return row && toWallet(row)
}

async function findNamed({ db }: Scope, userId: string, name: string): Promise<Wallet | undefined> {
  const row = await db
    .selectFrom('wallet')
    .selectAll()
    .where('userId', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && toWallet(row)
}

/** Ids of sets and recovery methods are unique across wallets. */
async function isTaken(
  { db }: Scope,
  own: string | undefined,
  setId: string,
  methods: readonly { readonly id: string }[],
): Promise<boolean> {
  const set = await db.selectFrom('shareSet').select('walletId').where('id', '=', setId).execute()
  const ids = methods.map(({ id }) => id)
  const kept = ids.length
    ? await db.selectFrom('recoveryMethod').select('walletId').where('id', 'in', ids).execute()
    : []
  return [...set, ...kept].some(({ walletId }) => walletId !== own)
}

async function findActive({ db }: Scope, userId: string): Promise<Wallet | undefined> {
  const row = await db
    .selectFrom('wallet')
    .selectAll()
    .where('userId', '=', userId)
    .where('status', '=', 'ACTIVE')
    .where('replacedAt', 'is', null)
    .executeTakeFirst()
  return row && toWallet(row)
}

const isSameWallet = (known: Wallet, wallet: NewWallet): boolean =>
  known.keyVersion === wallet.keyVersion &&
  known.evmAddress === wallet.evmAddress &&
  known.solAddress === wallet.solAddress &&
  known.lineage === wallet.lineage &&
  Buffer.from(known.ciphertext).equals(wallet.ciphertext) &&
  Buffer.from(known.recoveryPub).equals(wallet.recoveryPub)

const toWallet = (row: Selectable<Schema['wallet']>): Wallet => ({
  ...withoutNulls(row),
  ciphertext: bytesOf(row.ciphertext),
  recoveryPub: bytesOf(row.recoveryPub),
})
