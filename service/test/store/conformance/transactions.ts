/** Transactions of the store. */
import { isStoreError } from '@airlock/service/store/errors.ts'
import { describe, expect, test } from 'vitest'
import { addUser, auditRow, id, identity, now } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeTransactions({ name, store, atOnce }: Peers): void {
  describe(`${name}: transactions`, () => {
    test('a failed transaction is rolled back completely', async () => {
      const key = identity()
      const failing = store().transaction(async (tx) => {
        const { user } = await tx.accounts.findOrCreate(key)
        await tx.audit.append({ ...auditRow('user.created'), userId: user.id })
        throw new Error('taken back')
      })
      await expect(failing).rejects.toThrow('taken back')
      expect(await store().accounts.findByIdentity(key)).toBeUndefined()
      expect(await store().audit.ofUser(key.userId, { limit: 1 })).toEqual([])
    })

    test('a constraint violation has an error code, and cannot be committed by ignoring it', async () => {
      const device = { userId: id(), id: id(), projectId: 'shop', jkt: id(), jwk: '{}', label: '', topOrigin: '', now }
      await expect(store().devices.register(device)).rejects.toSatisfy((error) => isStoreError(error, 'CONSTRAINT'))
      const key = identity()
      const overlooked = store().transaction(async (tx) => {
        await tx.accounts.findOrCreate(key)
        await tx.devices.register(device).catch(() => undefined)
      })
      await expect(overlooked).rejects.toSatisfy((error) => isStoreError(error, 'CONSTRAINT'))
      expect(await store().accounts.findByIdentity(key)).toBeUndefined()
    })

    test('using the store itself inside throws, because it would deadlock', async () => {
      await expect(store().transaction(() => store().accounts.find(id()))).rejects.toThrow('Inside a transaction')
      await expect(store().ping()).resolves.toBeUndefined()
    })

    test('locking an account makes other callers wait', async () => {
      const { userId } = await addUser(store())
      await atOnce(10, (on) =>
        on.transaction(async (tx) => {
          await tx.accounts.lock(userId)
          if ((await tx.devices.ofUser(userId)).length < 3)
            await tx.devices.register({
              id: id(),
              userId,
              projectId: 'shop',
              jkt: id(),
              jwk: '{}',
              label: '',
              topOrigin: '',
              now,
            })
        }),
      )
      expect(await store().devices.ofUser(userId)).toHaveLength(3)
    })
  })
}
