/**
 * The guarantees of every store, on either engine. `peers` are stores of two processes, or twice the same one if only
 * one is possible.
 */

import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { verifyAudit } from '@airlock/service/store/audit-chain.ts'
import { isStoreError } from '@airlock/service/store/errors.ts'
import type { Repositories, Store } from '@airlock/service/store/store.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDevice,
  addUser,
  addWallet,
  bytes,
  code,
  encode,
  flow,
  id,
  identity,
  method,
  minute,
  now,
  session,
  shareSet,
  text,
  tokens,
  wallet,
} from './records.ts'

export function describeStore(name: string, peers: () => readonly [Store, Store]): void {
  const store = () => peers()[0]
  /** Runs `work` concurrently `times` times, alternating between both stores. */
  const atOnce = <Result>(times: number, work: (on: Store, index: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => work(peers()[index % 2 === 0 ? 0 : 1], index)))

  describe(`${name}: accounts`, () => {
    test('an identity leads to one account, which is made once', async () => {
      const key = identity()
      const made = await store().accounts.findOrCreate(key)
      const again = await store().accounts.findOrCreate({ ...identity(key.subjectHash), now: now + 1 })
      expect(made).toMatchObject({ isNew: true, user: { id: key.userId, status: 'ACTIVE', createdAt: now } })
      expect(again).toMatchObject({ isNew: false, user: { id: key.userId } })
      expect(text(again.identity.display)).toBe('alice@example.org')
      expect(await store().accounts.findByIdentity(key)).toEqual(made.user)
    })

    test.each([
      ['another id each', undefined],
      ['the same id', id()],
    ])('twenty first log-ins of one address at once, with %s, make one account', async (_, userId) => {
      const { subjectHash } = identity()
      const all = await atOnce(20, (on) =>
        on.accounts.findOrCreate({ ...identity(subjectHash), userId: userId ?? id() }),
      )
      expect(new Set(all.map(({ user }) => user.id)).size).toBe(1)
      expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    })

    test('the same subject of two issuers is two accounts', async () => {
      const key = identity()
      await store().accounts.findOrCreate(key)
      const other = await store().accounts.findOrCreate({
        ...identity(key.subjectHash),
        kind: 'google',
        issuer: 'https://accounts.google.com',
      })
      expect(other.isNew).toBe(true)
    })

    test('a further identity leads to the account that it was added to, and to no second one', async () => {
      const { userId } = await addUser(store())
      const other = await addUser(store())
      const own = { ...identity(), kind: 'openid' as const, issuer: 'https://id.example', userId, max: 2 }
      expect(await store().accounts.addIdentity(own)).toBe('ADDED')
      expect(await store().accounts.addIdentity({ ...own, identityId: id() })).toBe('SAME')
      const taken = { ...own, identityId: id(), userId: other.userId }
      expect(await store().accounts.addIdentity(taken)).toBe('TAKEN')
      expect(await store().accounts.addIdentity({ ...own, ...identity(), userId })).toBe('TOO_MANY')
      expect((await store().accounts.findByIdentity(own))?.id).toBe(userId)
      const all = await store().accounts.identities(userId)
      expect(all.map(({ kind, isPrimary }) => ({ kind, isPrimary }))).toEqual([
        { kind: 'email', isPrimary: true },
        { kind: 'openid', isPrimary: false },
      ])
    })

    test('one identity added to twenty accounts at once belongs to one', async () => {
      const key = { ...identity(), kind: 'google' as const, issuer: 'https://accounts.google.com', max: 10 }
      const users = await atOnce(20, (on) => addUser(on))
      const all = await atOnce(20, (on, index) =>
        on.accounts.addIdentity({ ...key, identityId: id(), userId: users[index]?.userId ?? '' }),
      )
      expect(all.filter((outcome) => outcome === 'ADDED')).toHaveLength(1)
      expect(all.filter((outcome) => outcome === 'TAKEN')).toHaveLength(19)
    })

    const remove = (
      userId: string,
      identityId: string,
      over: { readonly heir?: string; readonly at?: number } = {},
    ) => ({
      userId,
      identityId,
      heir: over.heir,
      tokenHash: id(),
      now: over.at ?? now,
      heldMs: 10 * minute,
    })
    const shown = async (userId: string) =>
      (await store().accounts.identities(userId)).map(({ issuer, isPrimary }) => `${issuer}${isPrimary ? '*' : ''}`)

    test('a removed identity is held for its account, then opens another one', async () => {
      const key = identity()
      const { user } = await store().accounts.findOrCreate(key)
      const google = { ...identity(), issuer: 'https://accounts.google.com', userId: user.id, max: 2 }
      expect(await store().accounts.removeIdentity(remove(user.id, key.identityId))).toBe('LAST')
      await store().accounts.addIdentity(google)
      expect(await store().accounts.removeIdentity(remove(user.id, id()))).toBe('UNKNOWN')
      expect(await store().accounts.removeIdentity(remove(user.id, key.identityId))).toBe('REMOVED')
      expect(await shown(user.id)).toEqual(['https://accounts.google.com*'])
      expect(await store().accounts.findByIdentity(key)).toBeUndefined()
      expect(await store().accounts.holderOf(key, now)).toBe(user.id)

      const again = { ...key, identityId: id(), now: now + minute }
      const held = store().accounts.findOrCreate(again)
      await expect(held).rejects.toMatchObject({ name: 'IdentityHeld', retryAfterMs: 9 * minute })
      const other = await addUser(store())
      expect(await store().accounts.addIdentity({ ...again, userId: other.userId, max: 9 })).toBe('TAKEN')

      const later = { ...again, now: now + 10 * minute }
      const opened = await store().accounts.findOrCreate(later)
      expect(opened).toMatchObject({ isNew: true, user: { id: later.identityId } })
      expect((await store().accounts.findOrCreate({ ...later, identityId: id() })).user.id).toBe(later.identityId)
    })

    test('its own account may take a held identity back, and every removal can be put back with all that followed', async () => {
      const key = { ...identity(), now: now - minute }
      const { user } = await store().accounts.findOrCreate(key)
      const others = ['https://one.example', 'https://two.example', 'https://three.example'].map((issuer, index) => ({
        ...identity(),
        issuer,
        userId: user.id,
        max: 9,
        now: now + index,
      }))
      const [one, two, three] = others as [(typeof others)[0], (typeof others)[0], (typeof others)[0]]
      await store().accounts.addIdentity(one)
      await store().accounts.addIdentity({ ...two, now: now + 1 })
      const first = remove(user.id, key.identityId, { at: now + 1, heir: two.identityId })
      expect(await store().accounts.removeIdentity(first)).toBe('REMOVED')
      expect(await shown(user.id)).toEqual(['https://two.example*', 'https://one.example'])
      await store().accounts.addIdentity(three)
      await store().accounts.removeIdentity(remove(user.id, two.identityId, { at: now + 3 }))
      await store().accounts.removeIdentity(remove(user.id, one.identityId, { at: now + 4 }))
      expect(await shown(user.id)).toEqual(['https://three.example*'])

      const former = await store().accounts.findFormer(first.tokenHash, now + 5)
      if (!former) throw new Error('It is not held')
      expect(text(former.display)).toBe('alice@example.org')
      expect(await store().accounts.formerIdentities(user.id, now + 5)).toHaveLength(3)
      const back = await atOnce(5, (on) =>
        on.transaction(async (tx) => {
          await tx.accounts.lock(user.id)
          return tx.accounts.restoreIdentities(former, now + 5)
        }),
      )
      expect(back.filter(Boolean)).toHaveLength(1)
      // Those added with or after the removal are gone, and the address is the primary one again.
      expect(await shown(user.id)).toEqual(['email*', 'https://one.example'])
      expect(await store().accounts.formerIdentities(user.id, now + 5)).toEqual([])
      expect(await store().accounts.findFormer(first.tokenHash, now + 5)).toBeUndefined()
      expect(await store().accounts.holderOf(two, now + 5)).toBeUndefined()
      expect(text((await store().accounts.identities(user.id))[0]?.display ?? bytes())).toBe('alice@example.org')

      await store().accounts.removeIdentity(remove(user.id, one.identityId))
      const again = { ...one, identityId: id(), now: now + 9 }
      expect(await store().accounts.addIdentity(again)).toBe('ADDED')
      // It counts as verified since the first time, and can still be put back as it was.
      expect(await store().accounts.holderOf(one, now)).toBe(user.id)
      const since = async () => (await store().accounts.identities(user.id)).map(({ verifiedAt }) => verifiedAt)
      expect(await since()).toEqual([now - minute, now])
      await store().accounts.removeIdentity(remove(user.id, again.identityId, { at: now + 9 }))
      const [held] = await store().accounts.formerIdentities(user.id, now + 9)
      expect(held).toMatchObject({ verifiedAt: now, removedAt: now })
    })

    test('two removals at once leave one identity', async () => {
      for (let round = 0; round < 5; round += 1) {
        const key = identity()
        const { user } = await store().accounts.findOrCreate(key)
        const google = { ...identity(), issuer: 'https://accounts.google.com', userId: user.id, max: 2 }
        await store().accounts.addIdentity(google)
        const both = await atOnce(2, (on, index) =>
          on.transaction(async (tx) => {
            await tx.accounts.lock(user.id)
            return tx.accounts.removeIdentity(remove(user.id, index === 0 ? key.identityId : google.identityId))
          }),
        )
        expect(both.toSorted()).toEqual(['LAST', 'REMOVED'])
        expect(await store().accounts.identities(user.id)).toHaveLength(1)
      }
    })

    test('the level of custody is kept', async () => {
      const { userId } = await addUser(store())
      await store().accounts.setCustodyLevel(userId, 'L2')
      expect(await store().accounts.find(userId)).toMatchObject({ custodyLevel: 'L2' })
    })
  })

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

  describe(`${name}: flows and codes`, () => {
    async function withCode(over: { readonly maxTries?: number } = {}) {
      const started = await store().flows.create(flow())
      const issued = code(started.id, over)
      await store().codes.issue(issued)
      const raise = (on: Store, at = now) => on.codes.raise({ flowId: started.id, purpose: 'login', now: at })
      return { started, issued, raise }
    }

    test('a flow is found with what it remembers, and told when it is over', async () => {
      const made = await store().flows.create(flow())
      expect(made).toMatchObject({ tries: 0, expiresAt: made.createdAt + 10 * minute })
      expect(await store().flows.find(made.id, now)).toEqual({ ...made, isExpired: false })
      expect(await store().flows.findByState(made.stateHash ?? '', now)).toEqual({ ...made, isExpired: false })
      expect(text(made.payload)).toBe('{"to":"alice@example.org"}')
      expect(await store().flows.find(id(), now)).toBeUndefined()
    })

    test('of many steps from one status one is taken', async () => {
      const { id: flowId } = await store().flows.create(flow())
      const step = { flowId, from: 'VERIFY_DEVICE', to: 'VERIFY_OTP', now }
      const taken = await atOnce(20, (on) => on.flows.advance({ ...step, payload: encode('new') }))
      expect(taken.filter(Boolean)).toHaveLength(1)
      const found = await store().flows.find(flowId, now)
      expect(found?.status).toBe('VERIFY_OTP')
      expect(text(found?.payload ?? bytes())).toBe('new')
    })

    test('tries of a flow are counted to their end, however many come at once', async () => {
      const { id: flowId } = await store().flows.create(flow())
      const taken = await atOnce(20, (on) => on.flows.raiseTries(flowId, 3, now))
      expect(taken.filter(Boolean)).toHaveLength(3)
      expect(await store().flows.find(flowId, now)).toMatchObject({ tries: 3 })
    })

    test('of 60 tries at once five are evaluated [A9]', async () => {
      const { issued, raise } = await withCode()
      const all = await atOnce(60, (on) => raise(on))
      const evaluated = all.flatMap((one) => (one.outcome === 'EVALUATE' ? [one] : []))
      expect(new Set(evaluated.map(({ left }) => left))).toEqual(new Set([0, 1, 2, 3, 4]))
      expect(evaluated).toHaveLength(5)
      expect(evaluated[0]).toMatchObject({ codeId: issued.codeId, codeHash: issued.codeHash, salt: issued.salt })
      expect(all.filter(({ outcome }) => outcome === 'LOCKED')).toHaveLength(55)
    })

    test('of 50 concurrent correct codes one is accepted [A10]', async () => {
      const { issued, raise } = await withCode()
      const all = await atOnce(50, (on) => on.codes.consume(issued.codeId, now))
      expect(all.filter(Boolean)).toHaveLength(1)
      expect((await raise(store())).outcome).toBe('CONSUMED')
    })

    test('a try cannot be counted in a transaction that could roll back', async () => {
      const { started } = await withCode()
      const inside = store().transaction((tx) => tx.codes.raise({ flowId: started.id, purpose: 'login', now }))
      await expect(inside).rejects.toThrow('could be rolled back')
    })

    test('a new code invalidates the old one, also that of another flow of the same address and key', async () => {
      const first = await store().flows.create(flow())
      const again = await store().flows.create(flow({ jkt: first.jkt, addressHash: first.addressHash ?? '' }))
      const elsewhere = await store().flows.create(flow({ addressHash: first.addressHash ?? '' }))
      for (const { id: flowId } of [elsewhere, first, again]) await store().codes.issue(code(flowId))
      const raise = (flowId: string) => store().codes.raise({ flowId, purpose: 'login', now })
      expect((await raise(first.id)).outcome).toBe('EXPIRED')
      expect((await raise(again.id)).outcome).toBe('EVALUATE')
      expect((await raise(elsewhere.id)).outcome).toBe('EVALUATE')
      expect((await raise(id())).outcome).toBe('NONE')
    })

    test('of two flows of one device and address that begin at once one has a live code [C95]', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { jkt, addressHash } = flow()
        const begun = await Promise.all(
          peers().map((on) =>
            on.transaction(async (tx) => {
              const { id: flowId } = await tx.flows.create(flow({ jkt, addressHash }))
              await tx.codes.issue(code(flowId))
              return flowId
            }),
          ),
        )
        const tried = await Promise.all(begun.map((flowId) => store().codes.raise({ flowId, purpose: 'login', now })))
        expect(tried.filter(({ outcome }) => outcome === 'EVALUATE')).toHaveLength(1)
      }
    })

    test('a clock that is set back revives no code and no flow', async () => {
      const later = now + 400 * minute
      const started = await store().flows.create({ ...flow(), now: later })
      await store().codes.issue({ ...code(started.id), now: later })
      const end = later + 10 * minute
      expect((await store().codes.raise({ flowId: started.id, purpose: 'login', now: end })).outcome).toBe('EXPIRED')
      expect((await peers()[1].codes.raise({ flowId: started.id, purpose: 'login', now: later })).outcome).toBe(
        'EXPIRED',
      )
      expect(await store().flows.find(started.id, later)).toMatchObject({ isExpired: true })
      expect(await store().flows.advance({ flowId: started.id, from: 'VERIFY_DEVICE', to: 'DONE', now: later })).toBe(
        false,
      )
    })

    test('a clock that was far ahead is corrected: flows in progress end, and new ones work', async () => {
      const ahead = now + 600 * minute
      const before = await store().flows.create({ ...flow(), now: ahead })
      await store().codes.issue({ ...code(before.id), now: ahead })
      const after = await store().flows.create(flow())
      expect(after.createdAt).toBe(now)
      expect(await store().flows.find(before.id, now)).toMatchObject({ isExpired: true })
      expect((await store().codes.raise({ flowId: before.id, purpose: 'login', now })).outcome).toBe('EXPIRED')
    })

    test('a caller waiting for a flow is notified of a step by another process', async () => {
      const at = now + 500 * minute
      const { id: flowId, status } = await store().flows.create({ ...flow(), now: at })
      const { signal } = new AbortController()
      const waiting = Promise.all([1, 2, 3].map(() => store().waitForFlow({ flowId, status, now: () => at, signal })))
      await peers()[1].flows.advance({ flowId, from: status, to: 'VERIFY_OTP', now: at })
      expect(await waiting).toEqual(Array(3).fill(expect.objectContaining({ status: 'VERIFY_OTP', isExpired: false })))
    })

    test('waiting ends when it is aborted, and does not begin where there is nothing to wait for', async () => {
      const at = now + 500 * minute
      const { id: flowId, status } = await store().flows.create({ ...flow(), now: at })
      const leaving = new AbortController()
      const waiting = store().waitForFlow({ flowId, status, now: () => at, signal: leaving.signal })
      leaving.abort()
      expect(await waiting).toMatchObject({ status })
      const { signal } = new AbortController()
      expect(await store().waitForFlow({ flowId, status: 'OTHER', now: () => at, signal })).toMatchObject({ status })
      expect(await store().waitForFlow({ flowId: id(), status, now: () => at, signal })).toBeUndefined()
    })
  })

  describe(`${name}: limits`, () => {
    const rule = () => ({ bucket: 'mail', keyHash: id(), windowMs: 60 * minute, limit: 5, now })

    test('of 40 hits at once as many are allowed as the limit says, and no others are counted', async () => {
      const five = rule()
      const all = await atOnce(40, (on) => on.rates.hit(five))
      expect(all.filter(({ isAllowed }) => isAllowed)).toHaveLength(5)
      expect(await store().rates.read(five)).toMatchObject({ count: 5, isAllowed: false })
    })

    test('several at once are counted all or none', async () => {
      const ten = { ...rule(), limit: 10, units: 4 }
      const all = await atOnce(8, (on) => on.rates.hit(ten))
      expect(all.filter(({ isAllowed }) => isAllowed)).toHaveLength(2)
      expect(await store().rates.read(ten)).toMatchObject({ count: 8 })
      expect((await store().rates.hit({ ...ten, units: 2 })).isAllowed).toBe(true)
      expect((await store().rates.hit({ ...ten, units: 1 })).isAllowed).toBe(false)
    })

    test('failures are counted beyond the limit, each once', async () => {
      const five = rule()
      await atOnce(40, (on) => on.rates.add(five))
      expect(await store().rates.read(five)).toMatchObject({ count: 40, isAllowed: false })
    })

    test('the wait ends when the oldest hit has left the window', async () => {
      const one = { ...rule(), limit: 1 }
      const { retryAfterMs } = await store().rates.hit(one)
      expect(retryAfterMs).toBeGreaterThan(one.windowMs - 1)
      expect(retryAfterMs).toBeLessThanOrEqual(one.windowMs * 1.125)
      expect((await store().rates.hit(one)).isAllowed).toBe(false)
      expect((await store().rates.hit({ ...one, now: now + retryAfterMs - 1 })).isAllowed).toBe(false)
      expect((await store().rates.hit({ ...one, now: now + retryAfterMs })).isAllowed).toBe(true)
    })

    test('no interval of the length of a window admits more than the limit, also when the clock is set back [C93]', async () => {
      const windowMs = 8_000
      const step = fc.integer({ min: -windowMs + 1, max: windowMs / 2 })
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 20, maxLength: 60 }),
          fc.integer({ min: 1, max: 4 }),
          async (steps, limit) => {
            const asked = { ...rule(), windowMs, limit }
            const admitted: number[] = []
            // `seen` is the service's clock, which is sometimes set back; `latest` is the furthest that it has been.
            let seen = now
            let latest = now
            for (const ms of steps) {
              seen = ms < 0 ? Math.max(seen + ms, latest - windowMs + 1) : seen + ms
              latest = Math.max(latest, seen)
              if ((await store().rates.hit({ ...asked, now: seen })).isAllowed) admitted.push(seen)
            }
            for (const from of admitted)
              expect(admitted.filter((at) => at >= from && at < from + windowMs).length).toBeLessThanOrEqual(limit)
          },
        ),
        { numRuns: 40 },
      )
    })

    test('a reset counter is zero, for that key only', async () => {
      const [mine, other] = [rule(), rule()]
      await store().rates.hit(mine)
      await store().rates.hit(other)
      await store().rates.reset(mine.bucket, mine.keyHash)
      expect(await store().rates.read(mine)).toMatchObject({ count: 0 })
      expect(await store().rates.read(other)).toMatchObject({ count: 1 })
    })

    test('one of many is allowed per spacing, and the others hear how long it lasts', async () => {
      const spacing = { bucket: 'resend', keyHash: id(), spacingMs: 30_000, now }
      const all = await atOnce(20, (on) => on.rates.space(spacing))
      expect(all.filter(({ isAllowed }) => isAllowed)).toHaveLength(1)
      expect(await store().rates.space({ ...spacing, now: now + 10_000 })).toEqual({
        isAllowed: false,
        retryAfterMs: 20_000,
      })
      expect((await store().rates.space({ ...spacing, now: now + 30_000 })).isAllowed).toBe(true)
      // The clock was set back by a day, which must not mean waiting for a day.
      expect((await store().rates.space({ ...spacing, now: now - 1_440 * minute })).isAllowed).toBe(true)
    })

    test('a ticket is good once, for what it was made for, until its end', async () => {
      const ticket = { ticketHash: id(), purpose: 'activate', subject: id(), expiresAt: now + minute } as const
      await store().tickets.issue(ticket)
      const use = { ...ticket, now }
      expect(await store().tickets.isLive(use)).toBe(true)
      for (const wrong of [
        { ...use, purpose: 'export' as const },
        { ...use, subject: id() },
        { ...use, ticketHash: id() },
        { ...use, now: ticket.expiresAt },
      ])
        expect([await store().tickets.isLive(wrong), await store().tickets.consume(wrong)]).toEqual([false, false])
      const all = await atOnce(20, (on) => on.tickets.consume(use))
      expect(all.filter(Boolean)).toHaveLength(1)
      expect(await store().tickets.isLive(use)).toBe(false)
    })

    test('a proof is new once, however many come at once [A15]', async () => {
      const proof = id()
      const all = await atOnce(20, (on) => on.proofs.remember(proof, now + 5 * minute))
      expect(all.filter(Boolean)).toHaveLength(1)
    })
  })

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

    test('a candidate that its device has split anew replaces an unfinished one, and never a live one', async () => {
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

    test('of ten candidates that are activated at once one is', async () => {
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

    test('nobody activates what is not theirs, not there or of another key version', async () => {
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

    test('a candidate that nobody activates is given up after a day and deleted after a month', async () => {
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

    test('of many devices that come at once no more than the limit get in', async () => {
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

  describe(`${name}: halves of recovery secrets`, () => {
    const half = (addressHash: string, deviceHash: string) => {
      return { methodId: id(), walletId: id(), addressHash, deviceHash, share: bytes(), isAgreed: false, now }
    }

    test('of one mailbox are those of one device, until the mailbox agrees to another one [C68]', async () => {
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

    test('of a wallet that is replaced from another device stay, and no others [C373]', async () => {
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

    test('of two devices that come at once one is kept', async () => {
      const address = id()
      const all = await atOnce(6, (on) => on.escrows.put(half(address, id())))
      expect(all.filter((one) => one === 'STORED')).toHaveLength(1)
      expect(all.filter((one) => one === 'HELD')).toHaveLength(5)
    })
  })

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

  describe(`${name}: audit`, () => {
    const event = (userId: string) => ({
      at: now,
      userId,
      deviceId: undefined,
      event: 'device.revoked',
      ipHash: id(),
      uaHash: undefined,
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

  describe(`${name}: transactions`, () => {
    test('a failed transaction is rolled back completely', async () => {
      const key = identity()
      const failing = store().transaction(async (tx) => {
        const { user } = await tx.accounts.findOrCreate(key)
        await tx.audit.append({
          at: now,
          userId: user.id,
          deviceId: undefined,
          event: 'user.created',
          ipHash: undefined,
          uaHash: undefined,
          detail: {},
        })
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
