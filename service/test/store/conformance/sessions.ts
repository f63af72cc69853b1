/** Sessions, and the tokens that they are used and refreshed with. */
import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Repositories, Store } from '@airlock/service/store/store.ts'
import { describe, expect, test } from 'vitest'
import { addDevice, addUser, flow, id, minute, now, session, tokens, wallet } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeSessions({ name, peers, store, atOnce }: Peers): void {
  describe(`${name}: sessions`, () => {
    const graceMs = 30_000
    async function signedIn() {
      const { userId, key } = await addUser(store())
      const device = await addDevice(store(), userId)
      const live = session(userId, device.id)
      await store().sessions.create(live)
      const rotate = (on: Store, at: number, refreshHash = live.refreshHash, jkt = device.jkt) =>
        on.sessions.rotate({ refreshHash, jkt, next: tokens(at), now: at, graceMs })
      return { userId, key, device, live, rotate }
    }

    test('an access token is good until its end', async () => {
      const { live, device } = await signedIn()
      expect(await store().sessions.findByAccess(live.accessHash, now)).toMatchObject({
        session: { id: live.id },
        device,
      })
      expect(await store().sessions.findByAccess(live.accessHash, live.accessExpiresAt)).toMatchObject({
        session: { accessExpiresAt: live.accessExpiresAt },
      })
      expect(await store().sessions.findByAccess(live.accessHash, live.absoluteExpiresAt)).toBeUndefined()
      expect(await store().sessions.findByAccess(id(), now)).toBeUndefined()
    })

    test('a refresh token is good once, and within the grace again; later it ends the family [A16]', async () => {
      const { live, rotate } = await signedIn()
      const first = await rotate(store(), now)
      expect(first).toMatchObject({ outcome: 'ROTATED', session: { familyId: live.familyId, amr: 'otp' } })
      const second = await rotate(store(), now + graceMs - 1)
      expect(second.outcome).toBe('GRACE')
      expect((await rotate(store(), now + graceMs)).outcome).toBe('REUSED')
      for (const made of [first, second])
        if (made.outcome === 'ROTATED' || made.outcome === 'GRACE') {
          expect(await store().sessions.findByAccess(made.session.accessHash, now)).toBeUndefined()
          expect((await rotate(store(), now, made.session.refreshHash)).outcome).toBe('REVOKED')
        } else expect.unreachable()
    })

    test('twenty tabs that refresh together stay signed in [A16]', async () => {
      const { live, rotate } = await signedIn()
      const all = await atOnce(20, (on) => rotate(on, now))
      expect(all.filter(({ outcome }) => outcome === 'ROTATED')).toHaveLength(1)
      expect(all.filter(({ outcome }) => outcome === 'GRACE')).toHaveLength(19)
      expect(await store().sessions.findByAccess(live.accessHash, now)).toBeDefined()
    })

    test('a refresh token of another device key, or past its end, gives nothing', async () => {
      const { live, rotate } = await signedIn()
      expect((await rotate(store(), now, live.refreshHash, id())).outcome).toBe('UNKNOWN')
      expect((await rotate(store(), now, id())).outcome).toBe('UNKNOWN')
      expect((await rotate(store(), live.expiresAt)).outcome).toBe('EXPIRED')
    })

    test('refreshing never goes beyond the absolute end', async () => {
      const { live, rotate } = await signedIn()
      const late = live.expiresAt - 120 * minute
      let last = await rotate(store(), late)
      while (last.outcome === 'ROTATED' && last.session.expiresAt < live.absoluteExpiresAt)
        last = await rotate(store(), last.session.expiresAt - 1, last.session.refreshHash)
      expect(last).toMatchObject({ outcome: 'ROTATED', session: { expiresAt: live.absoluteExpiresAt } })
    })

    test('a live session is found for its own address and key alone, until everything is signed out', async () => {
      const { userId, key, device, live } = await signedIn()
      const { key: other } = await addUser(store())
      expect(await store().sessions.findLive(key, device.jkt, now)).toMatchObject({ session: { id: live.id } })
      expect(await store().sessions.findLive(other, device.jkt, now)).toBeUndefined()
      await store().sessions.revokeAll(userId, now, { exceptFamily: live.familyId })
      expect(await store().sessions.findLive(key, device.jkt, now)).toBeDefined()
      await store().sessions.revokeAll(userId, now)
      expect(await store().sessions.findLive(key, device.jkt, now)).toBeUndefined()
    })

    /** Starts `second` while `first` is done but not committed. */
    async function interleaved(first: (tx: Repositories) => Promise<unknown>, second: (on: Store) => Promise<unknown>) {
      const steps = new EventEmitter()
      const mayCommit = once(steps, 'commit')
      const done = once(steps, 'done')
      const open = peers()[0].transaction(async (tx) => {
        await first(tx)
        steps.emit('done')
        await mayCommit
      })
      await Promise.race([done, open])
      const begun = second(peers()[1])
      await setTimeout(50)
      steps.emit('commit')
      return (await Promise.all([begun, open]))[0]
    }

    test.each<
      [string, (on: Repositories, of: { userId: string; familyId: string; deviceId: string }) => Promise<unknown>]
    >([
      ['its family', (on, { familyId }) => on.sessions.revokeFamily(familyId, now)],
      ['the account', (on, { userId }) => on.sessions.revokeAll(userId, now)],
      ['the other families', (on, { userId }) => on.sessions.revokeAll(userId, now, { exceptFamily: id() })],
      ['its device', (on, { deviceId, userId }) => on.devices.revoke({ deviceId, userId, now })],
    ])('a refresh that races the end of %s leaves no session, whichever is first', async (_what, revoke) => {
      const refreshed = await signedIn()
      const next = tokens()
      const { refreshHash } = refreshed.live
      const exchange = { refreshHash, jkt: refreshed.device.jkt, next, now, graceMs }
      await interleaved(
        (tx) => tx.sessions.rotate(exchange),
        (on) => revoke(on, refreshed.live),
      )
      expect(await store().sessions.findByAccess(next.accessHash, now)).toBeUndefined()
      expect((await refreshed.rotate(store(), now, next.refreshHash)).outcome).toBe('REVOKED')

      const ended = await signedIn()
      const late = await interleaved(
        (tx) => revoke(tx, ended.live),
        (on) => ended.rotate(on, now),
      )
      expect(late).toEqual({ outcome: 'REVOKED' })
    })

    test('logins, refreshes and ends of one account at once wait for each other in one order', async () => {
      const { userId, live, device, rotate } = await signedIn()
      const made = wallet(userId, device.id)
      await store().wallets.create(made)
      const { familyId } = live
      await atOnce(48, async (on, index) => {
        const at = now + index * 1_000
        if (index % 6 === 0) await rotate(on, at)
        else if (index % 6 === 1) await on.transaction((tx) => tx.sessions.revokeFamily(familyId, at))
        else if (index % 6 === 2)
          await on.transaction(async (tx) => {
            await tx.flows.create({ ...flow(), now: at })
            await tx.devices.register({ ...device, now: at })
            await tx.sessions.create(session(userId, device.id))
          })
        else if (index % 6 === 3)
          await on.transaction((tx) => tx.devices.revoke({ deviceId: device.id, userId, now: at }))
        else if (index % 6 === 4)
          await on.transaction(async (tx) => {
            await tx.accounts.lock(userId)
            await tx.wallets.activate({ walletId: made.id, setId: made.shareSet.id, userId, keyVersion: 1, now: at })
          })
        else await on.transaction((tx) => tx.sessions.revokeAll(userId, at))
      })
    })

    test('a blocked account has no session', async () => {
      const { userId, live } = await signedIn()
      await store().accounts.setStatus(userId, 'BLOCKED')
      expect(await store().sessions.findByAccess(live.accessHash, now)).toBeUndefined()
    })
  })
}
