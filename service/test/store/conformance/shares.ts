/** Sets of shares, and the ways to recover a wallet. */
import { describe, expect, test } from 'vitest'
import { addDevice, addWallet, id, method, minute, now, shareSet } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeShares({ name, store, atOnce }: Peers): void {
  describe(`${name}: shares and recovery`, () => {
    test('a device has one live set; the one before is erased', async () => {
      const { device, wallet: own } = await addWallet(store())
      const set = shareSet(device.id)
      expect(await store().shareSets.add({ ...set, walletId: own.id, max: 20, now: now + 1 })).toBe('ADDED')
      expect(await store().shareSets.add({ ...set, walletId: own.id, max: 20, now: now + 1 })).toBe('SAME')
      expect(await store().shareSets.ofDevice(own.id, device.id)).toMatchObject({ id: own.shareSet.id })
      expect(await store().shareSets.activate({ setId: set.id, walletId: own.id, max: 20 })).toBe('ACTIVATED')
      expect(await store().shareSets.ofDevice(own.id, device.id)).toMatchObject({
        id: set.id,
        authShare: set.authShare,
      })
      expect(await store().shareSets.find(own.id, own.shareSet.id)).toBeUndefined()
      expect((await store().shareSets.ofWallet(own.id)).map(({ status }) => status)).toEqual(['ACTIVE', 'REVOKED'])
      expect(await store().shareSets.newest(own.id)).toMatchObject({ id: set.id })
    })

    test('sets of a changed K, of too many devices, of no wallet or under a taken id are refused', async () => {
      const { userId, device, wallet: own } = await addWallet(store())
      const second = await addDevice(store(), userId)
      const add = (set: ReturnType<typeof shareSet>, max = 20, walletId = own.id) =>
        store().shareSets.add({ ...set, walletId, max, now })
      expect(await add(shareSet(second.id, 2))).toBe('KEY_VERSION_STALE')
      expect(await add(shareSet(second.id), 1)).toBe('TOO_MANY')
      expect(await add(shareSet(device.id), 1)).toBe('ADDED')
      expect(await add(shareSet(second.id), 20, id())).toBe('UNKNOWN_WALLET')
      expect(await add({ ...shareSet(second.id), id: own.shareSet.id })).toBe('ID_TAKEN')
    })

    test('an unfinished enrolment reserves no place, and its shares are erased', async () => {
      const [hour, day] = [60 * minute, 24 * 60 * minute]
      const { userId, device, wallet: own } = await addWallet(store())
      const [second, third] = [await addDevice(store(), userId), await addDevice(store(), userId)]
      const dead = shareSet(second.id)
      const add = (set: ReturnType<typeof shareSet>, at: number) =>
        store().shareSets.add({ ...set, walletId: own.id, max: 2, now: at })
      expect(await add(dead, now)).toBe('ADDED')
      expect(await add(shareSet(third.id), now + hour)).toBe('TOO_MANY')
      const late = shareSet(third.id)
      expect(await add(late, now + hour + 1)).toBe('ADDED')
      expect(await store().shareSets.activate({ setId: late.id, walletId: own.id, max: 2 })).toBe('ACTIVATED')
      expect(await add(shareSet(second.id), now + 2 * hour)).toBe('TOO_MANY')
      await store().purge(now + day)
      expect(await store().shareSets.find(own.id, dead.id)).toBeDefined()
      await store().purge(now + day + 1)
      expect(await store().shareSets.find(own.id, dead.id)).toBeUndefined()
      expect(await store().shareSets.ofDevice(own.id, device.id)).toBeDefined()
      expect(await store().shareSets.ofDevice(own.id, third.id)).toMatchObject({ id: late.id })
    })

    test('an enrolment that was given up and comes back after its place was taken is refused [C86]', async () => {
      const hour = 60 * minute
      const { userId, wallet: own } = await addWallet(store())
      const [second, third] = [await addDevice(store(), userId), await addDevice(store(), userId)]
      const [slow, quick] = [shareSet(second.id), shareSet(third.id)]
      const [walletId, max] = [own.id, 2]
      expect(await store().shareSets.add({ ...slow, walletId, max, now })).toBe('ADDED')
      expect(await store().shareSets.add({ ...quick, walletId, max, now: now + hour + 1 })).toBe('ADDED')
      const activate = (setId: string) => store().shareSets.activate({ setId, walletId, max })
      expect(await activate(quick.id)).toBe('ACTIVATED')
      expect(await activate(slow.id)).toBe('TOO_MANY')
      expect(await store().shareSets.ofDevice(walletId, second.id)).toBeUndefined()
      // Its set is kept: it can be activated once another device is removed.
      await store().devices.revoke({ deviceId: third.id, userId, now })
      expect(await activate(slow.id)).toBe('ACTIVATED')
      expect(await activate(slow.id)).toBe('ACTIVATED')
    })

    test('many devices at once: no more than the limit get in', async () => {
      const { userId, wallet: own } = await addWallet(store())
      const devices = await Promise.all(Array.from({ length: 10 }, () => addDevice(store(), userId)))
      const all = await atOnce(10, (on, index) =>
        on.shareSets.add({ ...shareSet(devices[index]?.id ?? ''), walletId: own.id, max: 4, now }),
      )
      expect(all.filter((one) => one === 'ADDED')).toHaveLength(3)
    })

    test('a set is revoked once, in its own wallet; the last active one stays, also when two go at once', async () => {
      const { userId, wallet: own } = await addWallet(store())
      const first = { setId: own.shareSet.id, walletId: own.id }
      const waiting = shareSet((await addDevice(store(), userId)).id)
      expect(await store().shareSets.add({ ...waiting, walletId: own.id, max: 4, now })).toBe('ADDED')
      // A pending set opens nothing yet, so it does not count.
      expect(await store().shareSets.revoke(first)).toBe('LAST_SET')
      expect(await store().shareSets.newest(own.id)).toMatchObject({ id: own.shareSet.id })
      const second = { setId: waiting.id, walletId: own.id }
      expect(await store().shareSets.activate({ ...second, max: 4 })).toBe('ACTIVATED')
      expect(await store().shareSets.revoke({ ...first, walletId: id() })).toBe('UNKNOWN')
      const both = await atOnce(2, (on, index) => on.shareSets.revoke(index === 0 ? first : second))
      expect([...both].sort()).toEqual(['LAST_SET', 'REVOKED'])
      expect(await store().shareSets.revoke(both[0] === 'REVOKED' ? first : second)).toBe('UNKNOWN')
    })

    test('the last way to recover cannot be removed, also by two at once', async () => {
      const { wallet: own } = await addWallet(store())
      const second = method()
      expect(await store().recoveryMethods.add({ ...second, walletId: own.id, max: 2, now })).toBe('ADDED')
      expect(await store().recoveryMethods.add({ ...second, walletId: own.id, max: 2, now })).toBe('SAME')
      expect(await store().recoveryMethods.add({ ...method(), walletId: own.id, max: 2, now })).toBe('TOO_MANY')
      const ids = [second.id, own.methods[0]?.id ?? '']
      const all = await atOnce(2, (on, index) =>
        on.recoveryMethods.remove({ methodId: ids[index] ?? '', walletId: own.id }),
      )
      expect(all.sort()).toEqual(['LAST_METHOD', 'REMOVED'])
      expect(await store().recoveryMethods.remove({ methodId: id(), walletId: own.id })).toBe('UNKNOWN')
    })
  })
}
