/** Wallets, from a candidate on. */
import type { Store } from '@airlock/service/store/store.ts'
import { describe, expect, test } from 'vitest'
import { addDevice, addUser, bytes, id, method, minute, now, shareSet, wallet } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeWallets({ name, store, atOnce }: Peers): void {
  describe(`${name}: wallets`, () => {
    async function candidates(count: number) {
      const { userId } = await addUser(store())
      const device = await addDevice(store(), userId)
      const made = Array.from({ length: count }, () => wallet(userId, device.id))
      for (const one of made) expect(await store().wallets.create(one)).toBe('CREATED')
      const activate = (on: Store, { id: walletId, shareSet: { id: setId } }: ReturnType<typeof wallet>) =>
        on.wallets.activate({ walletId, setId, userId, keyVersion: 1, now })
      return { userId, device, made, activate }
    }

    test('a candidate is stored whole, and becomes the wallet with its shares', async () => {
      const { userId, device, made, activate } = await candidates(1)
      const own = made[0] ?? expect.unreachable()
      expect(await store().wallets.findActive(userId)).toBeUndefined()
      expect(await store().shareSets.ofDevice(own.id, device.id)).toBeUndefined()
      expect(await store().shareSets.find(own.id, own.shareSet.id)).toMatchObject({ status: 'PENDING' })
      expect(await activate(store(), own)).toBe('ACTIVATED')
      expect(await activate(store(), own)).toBe('ALREADY_ACTIVE')
      const { shareSet: set, methods, now: createdAt, ...rest } = own
      expect(await store().wallets.findActive(userId)).toEqual({
        ...rest,
        status: 'ACTIVE',
        createdAt,
        activatedAt: now,
      })
      expect(await store().shareSets.ofDevice(own.id, device.id)).toEqual({
        ...set,
        walletId: own.id,
        status: 'ACTIVE',
        createdAt,
      })
      expect(await store().recoveryMethods.ofWallet(own.id)).toEqual(
        methods.map((one) => ({ ...one, walletId: own.id, createdAt, lastUsed: undefined })),
      )
    })

    test('a candidate that its device has split again replaces an unfinished one, and never a live one', async () => {
      const { userId, device, made, activate } = await candidates(1)
      const [first = expect.unreachable()] = made
      const again = (over: Partial<typeof first> = {}) => ({
        ...first,
        shareSet: shareSet(device.id),
        methods: [method()],
        ...over,
      })
      expect(await store().wallets.create(again({ recoveryPub: bytes(65) }))).toBe('ID_TAKEN')
      expect(await store().wallets.create(first)).toBe('SAME')
      const second = again()
      expect(await store().wallets.create(second)).toBe('CREATED')
      expect(await store().shareSets.find(first.id, first.shareSet.id)).toBeUndefined()
      expect(await store().recoveryMethods.ofWallet(first.id)).toMatchObject([{ id: second.methods[0]?.id }])
      await store().wallets.abandonStale(now + 1)
      const third = again()
      expect(await store().wallets.create(third)).toBe('CREATED')
      // Only the set that still exists can be activated.
      for (const gone of [first, second]) expect(await activate(store(), gone)).toBe('UNKNOWN')
      expect(await store().wallets.findActive(userId)).toBeUndefined()
      expect(await activate(store(), third)).toBe('ACTIVATED')
      expect(await activate(store(), second)).toBe('UNKNOWN')
      expect(await store().shareSets.ofDevice(first.id, device.id)).toMatchObject({ id: third.shareSet.id })
      expect(await store().wallets.create(again())).toBe('ID_TAKEN')
      expect(await store().wallets.findActive(userId)).toMatchObject({ id: first.id })
    })

    test('ten candidates activated at once: one becomes active', async () => {
      const { userId, made, activate } = await candidates(10)
      const all = await atOnce(10, (on, index) => activate(on, made[index] ?? expect.unreachable()))
      expect(all.filter((one) => one === 'ACTIVATED')).toHaveLength(1)
      expect(all.filter((one) => one === 'WALLET_EXISTS')).toHaveLength(9)
      expect(await store().wallets.findActive(userId)).toMatchObject({ id: made[all.indexOf('ACTIVATED')]?.id })
    })

    test('a candidate whose device was removed, before or at the same time, becomes no wallet without shares', async () => {
      for (const isBefore of [true, false]) {
        const { userId, device, made, activate } = await candidates(1)
        const own = made[0] ?? expect.unreachable()
        const revoke = (on: Store) => on.devices.revoke({ deviceId: device.id, userId, now })
        if (isBefore) await revoke(store())
        const [activated] = await atOnce<unknown>(2, (on, index) => (index === 0 ? activate(on, own) : revoke(on)))
        if (isBefore) expect(activated).toBe('UNKNOWN')
        // If the activation came first, its shares are the last ones and are kept.
        const live = (await store().shareSets.ofWallet(own.id)).filter(({ status }) => status === 'ACTIVE')
        expect([activated, live.length]).toEqual(activated === 'ACTIVATED' ? ['ACTIVATED', 1] : ['UNKNOWN', 0])
      }
    })

    test('the same candidate again is the same; other bytes, or another account, are not', async () => {
      const { made, activate, device } = await candidates(1)
      const own = made[0] ?? expect.unreachable()
      expect(await store().wallets.create(own)).toBe('SAME')
      await activate(store(), own)
      expect(await store().wallets.create(own)).toBe('SAME')
      expect(await store().wallets.create({ ...own, ciphertext: bytes(44) })).toBe('ID_TAKEN')
      expect(await store().wallets.create({ ...own, shareSet: shareSet(device.id) })).toBe('ID_TAKEN')
      expect(await store().wallets.create(wallet(own.userId, device.id))).toBe('WALLET_EXISTS')
    })

    test('the id that devices know a wallet by counts within their account: another account that uses it takes nothing away [C87]', async () => {
      const { userId, made, activate } = await candidates(1)
      const own = made[0] ?? expect.unreachable()
      const { userId: stranger } = await addUser(store())
      const foreign = await addDevice(store(), stranger)
      const claim = { ...wallet(stranger, foreign.id), name: own.name }
      expect(await store().wallets.create(claim)).toBe('CREATED')
      expect(await store().wallets.create(own)).toBe('SAME')
      expect(await activate(store(), own)).toBe('ACTIVATED')
      expect(await store().wallets.findNamed(userId, own.name)).toMatchObject({ id: own.id, status: 'ACTIVE' })
      expect(await store().wallets.findNamed(stranger, own.name)).toMatchObject({ id: claim.id, status: 'PENDING' })
      // Also if the claim came first: the wallet was lost, and its owner stores it again.
      const late = wallet((await addUser(store())).userId, '')
      const device = await addDevice(store(), late.userId)
      const again = { ...late, name: claim.name, shareSet: shareSet(device.id) }
      expect(await store().wallets.create(again)).toBe('CREATED')
      const { id: walletId, shareSet: set } = again
      const request = { walletId, setId: set.id, userId: late.userId, keyVersion: 1, now }
      expect(await store().wallets.activate(request)).toBe('ACTIVATED')
    })

    test('a candidate that is stored again keeps the escrows of its recovery secret, and no passkey but the one it names [C88]', async () => {
      const { device, made } = await candidates(1)
      const own = made[0] ?? expect.unreachable()
      const escrow = { ...method(), kind: 'escrow' as const, credentialId: undefined, params: '{"halves":"2"}' }
      const first = { ...own, shareSet: shareSet(device.id), methods: [escrow, method()] }
      expect(await store().wallets.create(first)).toBe('CREATED')
      const again = { ...own, id: id(), shareSet: shareSet(device.id), methods: [method()] }
      expect(await store().wallets.create(again)).toBe('CREATED')
      const kept = await store().recoveryMethods.ofWallet(again.id)
      expect(new Set(kept.map((one) => one.id))).toEqual(new Set([escrow.id, again.methods[0]?.id]))
      expect(kept.find((one) => one.id === escrow.id)?.wrappedR).toEqual(escrow.wrappedR)
      expect(await store().wallets.find(own.id)).toBeUndefined()
    })

    test('a candidate that is another user’s, unknown or of another key version is not activated', async () => {
      const { userId, made } = await candidates(1)
      const own = made[0] ?? expect.unreachable()
      const [walletId, setId] = [own.id, own.shareSet.id]
      const { userId: stranger } = await addUser(store())
      for (const wrong of [
        { walletId, setId, userId: stranger, keyVersion: 1, now },
        { walletId, setId, userId, keyVersion: 2, now },
        { walletId, setId: id(), userId, keyVersion: 1, now },
        { walletId: id(), setId, userId, keyVersion: 1, now },
      ])
        expect(await store().wallets.activate(wrong)).toBe('UNKNOWN')
    })

    test('a candidate that is not activated is given up after a day and deleted after a month', async () => {
      const day = 24 * 60 * minute
      const { userId, made, activate } = await candidates(1)
      const own = made[0] ?? expect.unreachable()
      expect(await store().wallets.abandonStale(now)).toBe(0)
      expect(await store().wallets.abandonStale(now + 1)).toBeGreaterThan(0)
      expect(await activate(store(), own)).toBe('UNKNOWN')
      expect(await store().wallets.create({ ...own, ciphertext: bytes(44) })).toBe('ID_TAKEN')
      await store().purge(now + 30 * day)
      expect(await store().wallets.find(own.id)).toMatchObject({ status: 'ABANDONED', userId })
      await store().purge(now + 31 * day)
      expect(await store().wallets.find(own.id)).toBeUndefined()
      expect(await store().recoveryMethods.ofWallet(own.id)).toEqual([])
    })
  })
}
