/** Accounts and the identities that lead to them. */
import { describe, expect, test } from 'vitest'
import { addUser, bytes, id, identity, minute, now, text } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeAccounts({ name, store, atOnce }: Peers): void {
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
}
