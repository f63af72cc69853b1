/** Halves of recovery secrets. */
import { describe, expect, test } from 'vitest'
import { bytes, id, now } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeEscrows({ name, store, atOnce }: Peers): void {
  describe(`${name}: halves of recovery secrets`, () => {
    const half = (addressHash: string, deviceHash: string) => {
      return { methodId: id(), walletId: id(), addressHash, deviceHash, share: bytes(), isAgreed: false, now }
    }

    test('belong to one device per mailbox, until the mailbox agrees to another one [C68]', async () => {
      const [address, own, other] = [id(), id(), id()]
      const [first, second, planted] = [half(address, own), half(address, own), half(address, other)]
      expect(await store().escrows.put(first)).toBe('STORED')
      expect(await store().escrows.put(first)).toBe('SAME')
      expect(await store().escrows.put(planted)).toBe('HELD')
      expect(await store().escrows.find(planted)).toBeUndefined()
      expect(await store().escrows.put(second)).toBe('STORED')
      for (const kept of [first, second]) expect((await store().escrows.find(kept))?.share).toEqual(kept.share)

      expect(await store().escrows.put({ ...planted, isAgreed: true })).toBe('STORED')
      expect((await store().escrows.find(planted))?.share).toEqual(planted.share)
      for (const before of [first, second]) expect(await store().escrows.find(before)).toBeUndefined()
      expect(await store().escrows.put(half(address, own))).toBe('HELD')
    })

    test('stay for a wallet that is replaced from another device, and no others do [C373]', async () => {
      const [address, own, other] = [id(), id(), id()]
      const [kept, beside, elsewhere] = [half(address, own), half(address, own), half(id(), own)]
      const before = { ...half(address, id()), walletId: kept.walletId }
      expect(await store().escrows.put(before)).toBe('STORED')
      expect(await store().escrows.put({ ...kept, isAgreed: true })).toBe('STORED')
      for (const one of [beside, elsewhere]) expect(await store().escrows.put(one)).toBe('STORED')
      const fresh = { ...half(address, other), replaces: kept.walletId }
      expect(await store().escrows.put(fresh)).toBe('HELD')
      expect(await store().escrows.put({ ...fresh, isAgreed: true })).toBe('STORED')
      for (const found of [kept, fresh, elsewhere])
        expect((await store().escrows.find(found))?.share).toEqual(found.share)
      // Another wallet's half, and one of this wallet that was no longer found.
      for (const gone of [beside, before]) expect(await store().escrows.find(gone)).toBeUndefined()
    })

    test('several devices at once: one half is stored', async () => {
      const address = id()
      const all = await atOnce(6, (on) => on.escrows.put(half(address, id())))
      expect(all.filter((one) => one === 'STORED')).toHaveLength(1)
      expect(all.filter((one) => one === 'HELD')).toHaveLength(5)
    })
  })
}
