/** Limits and proofs, which count once. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { id, minute, now } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeLimits({ name, store, atOnce }: Peers): void {
  describe(`${name}: limits`, () => {
    const rule = () => ({ bucket: 'mail', keyHash: id(), windowMs: 60 * minute, limit: 5, now })

    test('40 hits at once: as many are allowed as the limit says, and no others are counted', async () => {
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

    test('a proof is new once, however many come at once [A15]', async () => {
      const proof = id()
      const all = await atOnce(20, (on) => on.proofs.remember(proof, now + 5 * minute))
      expect(all.filter(Boolean)).toHaveLength(1)
    })
  })
}
