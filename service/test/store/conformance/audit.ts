/** The chain of audit rows. */
import { verifyAudit } from '@airlock/service/store/audit-chain.ts'
import { describe, expect, test } from 'vitest'
import { auditRow, id } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeAudit({ name, store, atOnce }: Peers): void {
  describe(`${name}: audit`, () => {
    const event = (userId: string) => ({
      ...auditRow('device.revoked'),
      userId,
      ipHash: id(),
      detail: { reason: 'lost', count: 2, forced: true },
    })

    test('rows written at once by two processes make one chain without gaps', async () => {
      const userId = id()
      const before = await store().audit.head()
      const heads = await atOnce(30, (on) => on.audit.append(event(userId)))
      expect(heads.map(({ seq }) => seq).sort((left, right) => left - right)).toEqual(
        Array.from({ length: 30 }, (_, index) => before.seq + 1 + index),
      )
      const head = await store().audit.head()
      expect(await verifyAudit(store().audit)).toEqual({ isIntact: true, head })
      expect(await verifyAudit(store().audit, heads[3])).toEqual({ isIntact: true, head })
      expect(await verifyAudit(store().audit, { seq: head.seq, hash: 'f'.repeat(64) })).toMatchObject({
        isIntact: false,
      })
      expect(await verifyAudit(store().audit, { seq: head.seq + 1, hash: 'f'.repeat(64) })).toMatchObject({
        isIntact: false,
      })
      const own = await store().audit.ofUser(userId, { limit: 20 })
      expect(own).toHaveLength(20)
      expect(own[0]).toMatchObject({ ...event(userId), ipHash: own[0]?.ipHash })
      expect(await store().audit.ofUser(userId, { limit: 20, before: own.at(-1)?.seq ?? 0 })).toHaveLength(10)
    })
  })
}
