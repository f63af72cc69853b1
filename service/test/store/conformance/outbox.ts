/** Emails that wait to be sent. */
import { describe, expect, test } from 'vitest'
import { encode, id, minute, now } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeOutbox({ name, store, atOnce }: Peers): void {
  describe(`${name}: outbox`, () => {
    const mail = (notBefore: number) => ({
      id: id(),
      kind: 'code',
      to: encode('alice@example.org'),
      body: encode('{"code":"123456"}'),
      notBefore,
      expiresAt: notBefore + 10 * minute,
    })

    test('a mail goes to one of many that claim, is claimed again after the lease, and never once it is sent', async () => {
      const at = now + 2_000 * minute
      const mails = Array.from({ length: 12 }, () => mail(at))
      for (const one of mails) await store().outbox.add(one)
      expect(await store().outbox.claim({ now: at - 1, leaseMs: minute, limit: 5 })).toEqual([])
      const claims = (await atOnce(8, (on) => on.outbox.claim({ now: at, leaseMs: minute, limit: 3 }))).flat()
      const claimed = claims.map((one) => one.id)
      expect(new Set(claimed).size).toBe(claimed.length)
      const rest = await store().outbox.claim({ now: at, leaseMs: minute, limit: 20 })
      expect([...claimed, ...rest.map((one) => one.id)].sort()).toEqual(mails.map((one) => one.id).sort())
      expect(claims[0]).toMatchObject({ tries: 1, kind: 'code', to: mails[0]?.to, body: mails[0]?.body })

      const [sent, postponed, lost] = mails.map((one) => one.id)
      await store().outbox.markSent(sent ?? '', at)
      await store().outbox.postpone(postponed ?? '', at + 2 * minute)
      await store().outbox.giveUp(lost ?? '', at)
      const again = await store().outbox.claim({ now: at + minute, leaseMs: minute, limit: 20 })
      expect(again).toHaveLength(9)
      expect(again[0]).toMatchObject({ tries: 2 })
      const last = await store().outbox.claim({ now: at + 2 * minute, leaseMs: minute, limit: 20 })
      expect(last.map((one) => one.id)).toContain(postponed)
      expect(await store().outbox.pending(at + 2 * minute)).toBe(10)
      expect(await store().outbox.pending(at + 10 * minute)).toBe(0)
      expect(await store().outbox.claim({ now: at + 10 * minute, leaseMs: minute, limit: 20 })).toEqual([])
    })

    test('an email of a failed transaction is not sent', async () => {
      const at = now + 4_000 * minute
      const lost = store().transaction(async (tx) => {
        await tx.outbox.add(mail(at))
        throw new Error('taken back')
      })
      await expect(lost).rejects.toThrow('taken back')
      expect(await store().outbox.claim({ now: at, leaseMs: minute, limit: 20 })).toEqual([])
    })
  })
}
