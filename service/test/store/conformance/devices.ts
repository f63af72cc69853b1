/** Devices and the keys that they are known by. */
import { describe, expect, test } from 'vitest'
import { addDevice, addUser, addWallet, id, minute, now, session, shareSet } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeDevices({ name, store, atOnce }: Peers): void {
  describe(`${name}: devices`, () => {
    test('a device key is known for the addresses that it has signed in with, and for no other', async () => {
      const { userId, key } = await addUser(store())
      const { key: other } = await addUser(store())
      const device = await addDevice(store(), userId)
      expect(await store().devices.isKnown(key, device.jkt)).toBe(true)
      expect(await store().devices.isKnown(other, device.jkt)).toBe(false)
      expect(await store().devices.isKnown(key, id())).toBe(false)
    })

    test('a device that comes again is the same device', async () => {
      const { userId } = await addUser(store())
      const device = await addDevice(store(), userId)
      const again = await store().devices.register({ ...device, id: id(), now: now + minute })
      expect(again).toEqual({ ...device, lastSeen: now + minute })
    })

    test('a revoked device has no session and no share left, and does not come back by signing in', async () => {
      const { userId, key, device, wallet: own } = await addWallet(store())
      await enrol(userId, own.id)
      const live = session(userId, device.id)
      await store().sessions.create(live)
      expect(await store().devices.revoke({ deviceId: device.id, userId: id(), now })).toBe(false)
      expect(await store().devices.revoke({ deviceId: device.id, userId, now })).toBe(true)
      expect(await store().devices.revoke({ deviceId: device.id, userId, now })).toBe(false)
      expect(await store().sessions.findByAccess(live.accessHash, now)).toBeUndefined()
      expect(await store().sessions.isOfRevokedDevice(live.accessHash, device.jkt)).toBe(true)
      expect(await store().sessions.isOfRevokedDevice(live.refreshHash, device.jkt)).toBe(true)
      expect(await store().sessions.isOfRevokedDevice(live.refreshHash, id())).toBe(false)
      expect(await store().sessions.isOfRevokedDevice(id(), device.jkt)).toBe(false)
      expect(await store().shareSets.find(own.id, own.shareSet.id)).toBeUndefined()
      expect(await store().devices.isKnown(key, device.jkt)).toBe(false)
      expect(await store().devices.register({ ...device, id: id(), now })).toMatchObject({ status: 'REVOKED' })
    })

    test('when all devices of a wallet are revoked at once, the last set is kept until another device has one', async () => {
      const { userId, device, wallet: own } = await addWallet(store())
      const devices = [device, await enrol(userId, own.id), await enrol(userId, own.id)]
      const revoked = await atOnce(3, (on, index) =>
        on.devices.revoke({ deviceId: devices[index]?.id ?? '', userId, now }),
      )
      expect(revoked).toEqual([true, true, true])
      const live = async () => (await store().shareSets.ofWallet(own.id)).filter(({ status }) => status === 'ACTIVE')
      expect(await live()).toHaveLength(1)
      expect(await store().shareSets.newest(own.id)).toBeDefined()
      const next = await enrol(userId, own.id)
      expect((await live()).map(({ deviceId }) => deviceId)).toEqual([next.id])
    })

    /** Adds another device with a live set of the wallet. */
    async function enrol(userId: string, walletId: string) {
      const device = await addDevice(store(), userId)
      const set = shareSet(device.id)
      await store().shareSets.add({ ...set, walletId, max: 20, now })
      await store().shareSets.activate({ setId: set.id, walletId, max: 20 })
      return device
    }
  })
}
