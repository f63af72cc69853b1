/** Logins in progress, and their codes. */
import type { Store } from '@airlock/service/store/store.ts'
import { describe, expect, test } from 'vitest'
import { bytes, code, encode, flow, id, minute, now, text } from '../records.ts'
import type { Peers } from './peers.ts'

export function describeFlows({ name, peers, store, atOnce }: Peers): void {
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

    test('many steps from one status: one is taken', async () => {
      const { id: flowId } = await store().flows.create(flow())
      const step = { flowId, from: 'VERIFY_DEVICE', to: 'VERIFY_OTP', now }
      const taken = await atOnce(20, (on) => on.flows.advance({ ...step, payload: encode('new') }))
      expect(taken.filter(Boolean)).toHaveLength(1)
      const found = await store().flows.find(flowId, now)
      expect(found?.status).toBe('VERIFY_OTP')
      expect(text(found?.payload ?? bytes())).toBe('new')
    })

    test('60 tries at once: five are evaluated [A9]', async () => {
      const { issued, raise } = await withCode()
      const all = await atOnce(60, (on) => raise(on))
      const evaluated = all.flatMap((one) => (one.outcome === 'EVALUATE' ? [one] : []))
      expect(new Set(evaluated.map(({ left }) => left))).toEqual(new Set([0, 1, 2, 3, 4]))
      expect(evaluated).toHaveLength(5)
      expect(evaluated[0]).toMatchObject({ codeId: issued.codeId, codeHash: issued.codeHash, salt: issued.salt })
      expect(all.filter(({ outcome }) => outcome === 'LOCKED')).toHaveLength(55)
    })

    test('50 concurrent correct codes: one is accepted [A10]', async () => {
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

    test('two flows of one device and address that begin at once: one has a live code [C95]', async () => {
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
}
