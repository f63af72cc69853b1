import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runs } from '../../../scripts/testing/gate-size.ts'
import { createLookup } from '../../src/crypto/lookup.ts'
import { createBudget, useUp } from '../../src/gateway/budget.ts'
import { type GatewayStore, openGatewayStore } from '../../src/store/gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-budget-'))
const lookup = createLookup(randomBytes(32))
let store: GatewayStore
beforeAll(async () => {
  store = await openGatewayStore({ file: join(folder, 'gateway.db') })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

let networks = 0
/** A network of its own for each test. */
const address = () => `10.${(networks++ >> 8) & 255}.${networks & 255}.7`
const start = 1_000_000_000

test('a steady caller within the limit is never refused, and writes far less often than it calls', {
  timeout: 30_000,
}, async () => {
  const hit = vi.fn(store.rates.hit)
  const rates = { ...store.rates, hit }
  const spend = createBudget(rates, lookup, { callsFromNetworkPerMinute: 1200 })
  const from = address()
  for (let call = 0; call < 900; call += 1) await spend({ projectId: undefined, address: from }, 1, start + call * 60)
  expect(hit.mock.calls.length).toBeLessThan(60)
})

test('a caller over its limit is refused with the time to wait, and takes nothing from its project', async () => {
  const spend = createBudget(store.rates, lookup, { callsFromNetworkPerMinute: 60, callsOfProjectPerMinute: 120 })
  const [greedy, other] = [address(), address()]
  const calls = await Promise.allSettled(
    Array.from({ length: 300 }, () => spend({ projectId: 'shop', address: greedy }, 1, start)),
  )
  const refused = calls.filter((one) => one.status === 'rejected')
  expect(calls.length - refused.length).toBe(60)
  expect(refused[0]?.reason).toMatchObject({ status: 429, field: 'rate_limited' })
  await expect(spend({ projectId: 'shop', address: other }, 1, start)).resolves.toBeUndefined()
})

test('work that was more than what is left takes all of it [C127]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 90 }), async (spent, work) => {
      const spend = createBudget(store.rates, lookup, { callsFromNetworkPerMinute: 60 })
      const caller = { projectId: undefined, address: address() }
      await spend(caller, spent, start)
      await useUp(work, (units) => spend(caller, units, start))
      const rest = Math.max(0, 60 - spent - work)
      await expect(spend(caller, rest + 1, start)).rejects.toMatchObject({ status: 429 })
      if (rest > 0) await expect(spend(caller, rest, start)).resolves.toBeUndefined()
    }),
    { numRuns: runs(60) },
  )
})

test('a project over its quota says so to all of its users, and to no one else', async () => {
  const spend = createBudget(store.rates, lookup, { callsOfProjectPerMinute: 60 })
  for (let call = 0; call < 60; call += 1) await spend({ projectId: 'busy', address: address() }, 1, start)
  await expect(spend({ projectId: 'busy', address: address() }, 1, start)).rejects.toMatchObject({
    status: 429,
    message: "Project's quota limit reached",
  })
  await expect(spend({ projectId: 'calm', address: address() }, 1, start)).resolves.toBeUndefined()
})

test('an IPv6 customer with many networks has a limit too', async () => {
  const spend = createBudget(store.rates, lookup, { callsFromNetworkPerMinute: 10 })
  const all = await Promise.allSettled(
    Array.from({ length: 80 }, (_, index) =>
      spend({ projectId: undefined, address: `2001:db8:1:${index}::1` }, 1, start),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
})

test('however calls arrive at two processes, no minute admits more than the limit', { timeout: 60_000 }, async () => {
  const limit = 120
  const step = fc.record({
    at: fc.integer({ min: 0, max: 20_000 }),
    process: fc.nat(1),
    units: fc.integer({ min: 1, max: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const processes = [0, 1].map(() => createBudget(store.rates, lookup, { callsFromNetworkPerMinute: limit }))
      const from = address()
      let now = start
      const admitted: { at: number; units: number }[] = []
      for (const { at, process, units } of steps) {
        now += at
        await processes[process]?.({ projectId: undefined, address: from }, units, now).then(
          () => admitted.push({ at: now, units }),
          () => {},
        )
      }
      for (const { at } of admitted) {
        // A portion is counted when it is reserved, up to five seconds before its calls.
        const within = admitted.filter((one) => one.at >= at && one.at < at + 55_000)
        expect(within.reduce((sum, one) => sum + one.units, 0)).toBeLessThanOrEqual(limit)
      }
    }),
    { numRuns: 25 },
  )
})
