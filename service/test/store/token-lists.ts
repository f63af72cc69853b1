/** The guarantees of the gateway's store of token lists, on either database. */
import type { GatewayStore } from '@airlock/service/store/gateway.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
