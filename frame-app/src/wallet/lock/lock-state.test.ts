/** The lock's state machine: its guarantees hold for any order of events. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asksPerson, closedLock, type LockEffect, type LockEvent, next } from './lock-state.ts'

const attempt = fc.nat({ max: 6 })
const event: fc.Arbitrary<LockEvent> = fc.oneof(
  fc.constantFrom<LockEvent>({ type: 'wanted' }, { type: 'abandoned' }, { type: 'locked' }, { type: 'ended' }),
  fc.record({ type: fc.constant('workerEnded' as const), why: fc.constantFrom('idle' as const, 'crashed' as const) }),
  fc.record({ type: fc.constant('pressed' as const), by: fc.constantFrom('device' as const, 'passkey' as const) }),
  fc.record({ type: fc.constant('opened' as const), attempt }),
  fc.record({
    type: fc.constant('failed' as const),
    attempt,
    trouble: fc.constantFrom(undefined, 'unreachable' as const, 'passkeyStopped' as const),
  }),
)

test('only a running attempt opens it; waiting callers are notified; abandoned attempts are shut', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let lock = closedLock
      /** The current attempt. */
      let running: number | undefined
      /** The wallet was closed, and the user has not pressed since. */
      let needsPress = false
      for (const happened of events) {
        const before = lock
        const [after, ...effects] = next(lock, happened)
        lock = after
        const has = (type: LockEffect['type']) => effects.some((effect) => effect.type === type)
        const started = effects.find((effect) => effect.type === 'open')

        if (started) {
          expect(before.state.at).toBe('closed')
          expect(happened.type === 'pressed' || !needsPress).toBe(true)
          expect(started.attempt).toBeGreaterThan(before.attempts)
          running = started.attempt
        }
        if (after.state.at === 'open' && before.state.at !== 'open') {
          expect(happened).toEqual({ type: 'opened', attempt: running })
          expect(effects).toContainEqual({ type: 'tell', outcome: 'open' })
          needsPress = false
        }
        if (before.state.at === 'open' && after.state.at !== 'open') expect(has('shut')).toBe(true)
        if (before.state.at !== 'closed' && after.state.at === 'closed') {
          if (happened.type !== 'failed') expect(has('shut')).toBe(true)
          running = undefined
        }
        if (happened.type === 'ended') {
          expect(after.state).toEqual(closedLock.state)
          expect(effects).toContainEqual({ type: 'tell', outcome: 'ended' })
          needsPress = false
        }
        if (after.state.at === 'closed' && (happened.type === 'workerEnded' || happened.type === 'locked')) {
          if (before.state.at !== 'closed') needsPress = true
        }
        if (needsPress) expect(asksPerson(after.state)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('an attempt without a waiting caller is abandoned, and the next caller starts another; one started by a press continues', () => {
  const [opening] = next(closedLock, { type: 'wanted' })
  const [given, ...effects] = next(opening, { type: 'abandoned' })
  expect([given.state, effects]).toEqual([closedLock.state, [{ type: 'shut' }]])
  const [again, started] = next(given, { type: 'wanted' })
  expect(started).toMatchObject({ type: 'open', attempt: 2 })
  expect(next(again, { type: 'failed', attempt: 1 })).toEqual([again])
  expect(next(again, { type: 'opened', attempt: 1 })).toEqual([again])
  const [locked] = next(opening, { type: 'locked' })
  const [pressed] = next(locked, { type: 'pressed', by: 'device' })
  expect(next(pressed, { type: 'abandoned' })).toEqual([pressed])
})

test('a key that arrives after all callers have left is discarded', () => {
  const [opening] = next(closedLock, { type: 'wanted' })
  const [locked] = next(opening, { type: 'locked' })
  expect(next(locked, { type: 'opened', attempt: 1 })).toEqual([locked, { type: 'shut' }])
})

test('after a failure the next caller or a press starts again; a locked wallet waits for a press', () => {
  const [opening] = next(closedLock, { type: 'wanted' })
  const [hopeless] = next(opening, { type: 'failed', attempt: 1 })
  expect(next(hopeless, { type: 'wanted' })[1]).toMatchObject({ type: 'open', attempt: 2 })
  const [unreachable] = next(opening, { type: 'failed', attempt: 1, trouble: 'unreachable' })
  expect(next(unreachable, { type: 'wanted' })[1]).toMatchObject({ type: 'open', attempt: 2 })
  expect(next(unreachable, { type: 'pressed', by: 'passkey' })[1]).toMatchObject({ type: 'open', by: 'passkey' })
  const [open] = next(opening, { type: 'opened', attempt: 1 })
  const [idle] = next(open, { type: 'workerEnded', why: 'idle' })
  expect(next(idle, { type: 'wanted' })).toEqual([idle])
})
