/** The guarantees of the gateway's stores of names and of token lists, on either database. */
import { createLookup } from '@airlock/service/crypto/lookup.ts'
import { createNameAllowance } from '@airlock/service/gateway/names/allowance.ts'
import type { Registration } from '@airlock/service/store/contract/names.ts'
import type { GatewayStore } from '@airlock/service/store/gateway.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const now = 1_700_000_000_000
const day = 24 * 60 * 60_000
let made = 0
const newUse = () => {
  made += 1
  return { hash: `hash${made}`, expiresAt: now + 1000 }
}

/** A registration without collisions. */
function registration(change: Partial<Registration> = {}): Registration {
  made += 1
  const label = `name${made}`
  return {
    name: `${label}.shop.example`,
    skeleton: `${label}.shop.example`,
    owner: `0x${made.toString(16).padStart(40, '0')}`,
    coinTypes: [60, 2147483658],
    attributes: { bio: 'hello' },
    use: { hash: `hash${made}`, expiresAt: now + 1000 },
    now,
    ...change,
  }
}

/** @param openPeers stores of two processes, or twice the same one if only one is possible */
export function describeNameStore(
  engine: string,
  openPeers: () => Promise<readonly [GatewayStore, GatewayStore]>,
): void {
  describe(`${engine}: the store of names`, () => {
    let peers: readonly [GatewayStore, GatewayStore]
    const names = () => peers[0].names
    const atOnce = (all: readonly Registration[]) =>
      Promise.all(all.map((one, index) => peers[index % 2 === 0 ? 0 : 1].names.register(one)))
    const many = (change: () => Partial<Registration>) => Array.from({ length: 16 }, () => registration(change()))

    beforeAll(async () => {
      peers = await openPeers()
    }, 60_000)
    afterAll(async () => {
      for (const store of new Set(peers)) await store.close()
    })

    test('a registered name is found by its name and its owner', async () => {
      const one = registration()
      expect(await names().register(one)).toBe('registered')
      const found = {
        name: one.name,
        attributes: { bio: 'hello' },
        addresses: [60, 2147483658].map((coinType) => ({ coinType, address: one.owner, createdAt: now })),
        registeredAt: now,
        updatedAt: now,
      }
      expect(await peers[1].names.find(one.name)).toEqual(found)
      expect(await names().findByAddress(one.owner)).toEqual(found)
      expect(await names().find('nobody.shop.example')).toBeUndefined()
      expect(await names().findByAddress('0x')).toBeUndefined()
    })

    test('says which skeletons are held', async () => {
      const [one, other] = [registration(), registration()]
      await names().register(one)
      expect(await names().heldOf([one.skeleton, other.skeleton])).toEqual(new Set([one.skeleton]))
      expect(await names().heldOf([])).toEqual(new Set())
    })

    test('a signature registers once, until it has expired [C117]', async () => {
      const one = registration()
      await names().register(one)
      const again = registration({ use: one.use })
      expect(await names().register(again)).toBe('used')
      await peers[1].purge(one.use.expiresAt)
      expect(await names().register(again)).toBe('used')
      expect(await names().find(again.name)).toBeUndefined()
      // The message is too old by then.
      await peers[1].purge(one.use.expiresAt + 1)
      expect(await names().register(again)).toBe('registered')
    })

    test('a refused registration uses up what was signed [C117]', async () => {
      const one = registration()
      await names().register(one)
      const refused = registration({ name: one.name, skeleton: one.skeleton })
      expect(await names().register(refused)).toBe('taken')
      expect(await names().register(registration({ use: refused.use }))).toBe('used')
    })

    test('one network registers so many names in a day, with all processes and accounts together [C121]', async () => {
      const lookup = createLookup(new Uint8Array(32).fill(7))
      const [one, other] = peers.map(({ rates }) => createNameAllowance(rates, lookup, { namesFromNetworkPerDay: 4 }))
      if (!one || !other) throw new Error('There are two')
      const counted = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other)('203.0.113.7', now)),
      )
      expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
      await expect(one('203.0.113.7', now + day / 2)).rejects.toMatchObject({ status: 429 })
      await one('203.0.113.8', now)
      await other('203.0.113.7', now + 2 * day)
      // Networks of one customer.
      const many = Array.from({ length: 40 }, (_, index) => one(`2001:db8:1:${index.toString(16)}::7`, now))
      const done = (await Promise.allSettled(many)).filter(({ status }) => status === 'fulfilled')
      expect(done).toHaveLength(20)
    })

    test('changes a name for its owner alone, with what was signed once [C134, C135]', async () => {
      const one = registration()
      await names().register(one)
      const { name, owner } = one
      const bio = { change: { attributes: { bio: 'later' } }, coinType: 60 }
      const first = { name, owner, ...bio, use: newUse(), now: now + 5 }
      expect(await names().change(first)).toBe('changed')
      expect(await peers[1].names.change({ ...first, change: { attributes: {} } })).toBe('used')
      const refused = [{ owner: '0xelse' }, { coinType: 2147483785 }, { name: 'nobody.shop.example' }]
      for (const change of refused)
        expect(await names().change({ ...first, change: { attributes: {} }, use: newUse(), ...change })).toBe('lost')
      const address = { address: '0xother', coinType: 2147483658 }
      expect(await names().change({ ...first, change: address, use: newUse(), now: now + 9 })).toBe('changed')
      // The account that the name points to on a network is not its owner.
      const led = { ...first, owner: '0xother', coinType: 2147483658, change: { attributes: {} }, use: newUse() }
      expect(await names().change(led)).toBe('lost')
      expect(await names().find(name)).toEqual({
        name,
        attributes: { bio: 'later' },
        addresses: [
          { coinType: 60, address: owner, createdAt: now },
          { coinType: 2147483658, address: '0xother', createdAt: now + 9 },
        ],
        registeredAt: now,
        updatedAt: now + 9,
      })
    })

    test('an owner who gives away two coin types concurrently keeps one', async () => {
      const one = registration()
      await names().register(one)
      const [ether, other] = [60, 2147483658]
      const give = (coinType: number, signedFor: number, peer: 0 | 1) =>
        peers[peer].names.change({
          name: one.name,
          owner: one.owner,
          coinType: signedFor,
          change: { coinType, address: '0xother' },
          use: newUse(),
          now,
        })
      const outcomes = await Promise.all([give(ether, other, 0), give(other, ether, 1)])
      expect(outcomes.toSorted()).toEqual(['changed', 'lost'])
    })

    test.each<[string, () => () => Partial<Registration>, string]>([
      ['one name', () => () => ({ name: 'race.shop.example', skeleton: 'race.shop.example' }), 'taken'],
      ['names that look alike', () => () => ({ skeleton: 'alike.shop.example' }), 'similar'],
      ['one owner', () => () => ({ owner: '0xowner' }), 'owner'],
      ['one signature', () => () => ({ use: { hash: 'one', expiresAt: now + 1000 } }), 'used'],
    ])('many registrations at once for %s: one is made', async (_, changes, refusal) => {
      const outcomes = await atOnce(many(changes()))
      expect(outcomes.filter((one) => one === 'registered')).toHaveLength(1)
      expect(outcomes.filter((one) => one === refusal)).toHaveLength(15)
    })
  })
}

export function describeTokenListStore(engine: string, open: () => Promise<GatewayStore>): void {
  describe(`${engine}: the store of token lists`, () => {
    let store: GatewayStore
    beforeAll(async () => {
      store = await open()
    }, 60_000)
    afterAll(() => store.close())

    test('has the copy that was fetched last, with or without a tag', async () => {
      const lists = store.tokenLists
      expect(await lists.find('one')).toBeUndefined()
      const first = { etag: '"1"', body: '{"name":"\u{1f9ea}"}', fetchedAt: 100 }
      await lists.save('one', first)
      await lists.save('two', { etag: undefined, body: '{}', fetchedAt: 1 })
      expect(await lists.find('one')).toEqual(first)
      expect(await lists.find('two')).toEqual({ etag: undefined, body: '{}', fetchedAt: 1 })
      const later = { etag: undefined, body: 'later', fetchedAt: 200 }
      await lists.save('one', later)
      // Another process that was slower.
      await lists.save('one', { ...first, fetchedAt: 150 })
      expect(await lists.find('one')).toEqual(later)
    })
  })
}
