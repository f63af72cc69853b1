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

test('opens by an attempt that is under way and by nothing else; who waits is told; what was given up is shut', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let lock = closedLock
      /** The current attempt. */
      let running: number | undefined
      /** The user has to press: it was closed, and there has been no press since. */
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

test('what nobody waits for is given up, and who wants it next begins anew; what a person has pressed for goes on', () => {
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

test('a key that comes after everybody has gone is forgotten', () => {
  const [opening] = next(closedLock, { type: 'wanted' })
  const [locked] = next(opening, { type: 'locked' })
  expect(next(locked, { type: 'opened', attempt: 1 })).toEqual([locked, { type: 'shut' }])
})

test('after a trouble the next one who wants the keys starts anew, and so does a person; what was locked waits for a person', () => {
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
