import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calmMs, emptyQueue, maxWaiting, next, type QueueEffect, type QueueEvent, type QueueState } from './queue.ts'

function run(events: readonly QueueEvent[], from: QueueState = emptyQueue) {
  let state = from
  const effects: QueueEffect[] = []
  for (const event of events) {
    const [after, ...more] = next(state, event)
    state = after
    effects.push(...more)
  }
  return { state, effects }
}
const asked = (...ids: string[]): QueueEvent[] => ids.map((id) => ({ type: 'asked', id, at: 0 }))
const of = (
  type: 'prepared' | 'approved' | 'checked' | 'locked' | 'signed' | 'done' | 'failed' | 'stuck' | 'again',
  id = 'a',
): QueueEvent => ({ type, id })
const toSigning = [of('prepared'), of('approved'), of('checked')]

describe('one request', () => {
  test('is prepared, asked, checked, signed, sent, done', () => {
    const { effects, state } = run([...asked('a'), ...toSigning, of('signed'), of('done')])
    expect(effects).toEqual([
      { type: 'prepare', id: 'a' },
      { type: 'check', id: 'a' },
      { type: 'sign', id: 'a' },
      { type: 'send', id: 'a' },
      { type: 'end', id: 'a', outcome: 'done' },
    ])
    expect(state).toEqual(emptyQueue)
  })

  test('cannot be approved before the user was asked', () => {
    expect(run([...asked('a'), of('approved')]).effects).toEqual([{ type: 'prepare', id: 'a' }])
  })

  test('is signed once if it is approved twice', () => {
    const twice = [...asked('a'), of('prepared'), of('approved'), of('approved'), of('checked'), of('checked')]
    const { effects } = run(twice)
    expect(effects.filter(({ type }) => type === 'check' || type === 'sign')).toEqual([
      { type: 'check', id: 'a' },
      { type: 'sign', id: 'a' },
    ])
  })

  test('is asked again if it is outdated when checked, but never after it was signed', () => {
    const { state, effects } = run([...asked('a'), of('prepared'), of('approved'), of('stuck'), of('again')])
    expect(state.live?.phase).toBe('preparing')
    expect(effects.map(({ type }) => type)).toEqual(['prepare', 'check', 'prepare'])
    expect(run([of('approved'), of('checked')], state).effects).toEqual([])
    expect(run([...asked('a'), ...toSigning, of('stuck')]).state.live?.phase).toBe('signing')
  })

  test('is checked again, still approved, if the keys are lost before signing', () => {
    const { state, effects } = run([...asked('a'), ...toSigning, of('locked')])
    expect([state.live?.phase, effects.at(-1)]).toEqual(['checking', { type: 'check', id: 'a' }])
    const later = run([of('signed'), of('done'), of('checked'), of('signed'), of('locked')], state)
    expect(later.effects.map(({ type }) => type)).toEqual(['sign', 'send'])
    expect(later.state.live?.phase).toBe('sending')
  })

  test('can be declined while it is being checked, and is not done', () => {
    const before = [...asked('a'), of('prepared'), of('approved')]
    expect(run([...before, of('done')]).state.live?.phase).toBe('checking')
    expect(run([...before, { type: 'declined', id: 'a', at: 0 }]).effects.at(-1)).toMatchObject({ outcome: 'declined' })
  })

  test('may be prepared again while it is shown, and then waits for a new decision', () => {
    const { effects, state } = run([...asked('a'), of('prepared'), of('again'), of('approved')])
    expect(effects.map(({ type }) => type)).toEqual(['prepare', 'prepare'])
    expect(state.live?.phase).toBe('preparing')
    const signing = [...asked('a'), of('prepared'), of('approved'), of('again')]
    expect(run(signing).effects.map(({ type }) => type)).toEqual(['prepare', 'check'])
  })

  test('may be prepared again if it could not be prepared', () => {
    const { effects, state } = run([...asked('a'), of('stuck'), of('again')])
    expect(effects.map(({ type }) => type)).toEqual(['prepare', 'prepare'])
    expect(state.live?.phase).toBe('preparing')
  })
})

describe('several', () => {
  test('wait, four of them; the fifth is refused [T4]', () => {
    const { state, effects } = run(asked('a', 'b', 'c', 'd', 'e', 'f'))
    expect(state.waiting).toEqual(['b', 'c', 'd', 'e'])
    expect(effects.at(-1)).toEqual({ type: 'end', id: 'f', outcome: 'full' })
  })

  test('come up in their order', () => {
    const { state, effects } = run([...asked('a', 'b', 'c'), of('prepared'), of('approved'), of('failed')])
    expect(effects.slice(-2)).toEqual([
      { type: 'end', id: 'a', outcome: 'failed' },
      { type: 'prepare', id: 'b' },
    ])
    expect(state.waiting).toEqual(['c'])
  })

  test('are all rejected with the first, and nothing is taken for three seconds [T4]', () => {
    const declined: QueueEvent = { type: 'declined', id: 'a', at: 1000 }
    const { state, effects } = run([...asked('a', 'b'), of('prepared'), declined])
    expect(effects.slice(-2)).toEqual([
      { type: 'end', id: 'a', outcome: 'declined' },
      { type: 'end', id: 'b', outcome: 'declined' },
    ])
    expect(next(state, { type: 'asked', id: 'c', at: 1000 + calmMs - 1 })[1]).toMatchObject({ outcome: 'calm' })
    expect(next(state, { type: 'asked', id: 'c', at: 1000 + calmMs })[1]).toMatchObject({ type: 'prepare' })
  })

  test('are withdrawn one by one by their callers', () => {
    const { state, effects } = run([
      ...asked('a', 'b', 'c'),
      { type: 'withdrawn', id: 'b' },
      { type: 'withdrawn', id: 'a' },
    ])
    expect(state.live?.id).toBe('c')
    expect(effects.filter(({ type }) => type === 'end').map(({ id }) => id)).toEqual(['b', 'a'])
  })
})

describe('when the modal closes', () => {
  test('everything is aborted, also what is being signed', () => {
    const { effects, state } = run([...asked('a', 'b'), ...toSigning, { type: 'closed' }])
    expect(effects.filter(({ type }) => type === 'end')).toEqual([
      { type: 'end', id: 'a', outcome: 'aborted' },
      { type: 'end', id: 'b', outcome: 'aborted' },
    ])
    expect(run([of('signed'), of('done')], state).effects).toEqual([])
  })

  test('a transaction on its way to the network is not called off, so that it is not sent twice', () => {
    const { state } = run([...asked('a'), ...toSigning, of('signed'), { type: 'closed' }])
    expect(state.live).toEqual({ id: 'a', phase: 'sending' })
    expect(
      run(
        [
          { type: 'declined', id: 'a', at: 0 },
          { type: 'withdrawn', id: 'a' },
        ],
        state,
      ).effects,
    ).toEqual([])
    expect(run([of('done')], state).effects).toEqual([{ type: 'end', id: 'a', outcome: 'done' }])
  })
})

// Against a model -----------------------------------------------------------------------------------------------------

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const step: fc.Arbitrary<QueueEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('asked' as const), id: ids, at: fc.nat(20_000) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'prepared',
        'stuck',
        'again',
        'approved',
        'checked',
        'locked',
        'signed',
        'done',
        'failed',
        'withdrawn',
      ),
      id: ids,
    }),
  },
  fc.record({ type: fc.constant('declined' as const), id: ids, at: fc.nat(20_000) }),
  fc.record({ type: fc.constant('closed' as const) }),
)

test('any sequence of events: one live, four waiting, each signed at most once after its approval, ended once per asking, done only when it was', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (events) => {
      let state = emptyQueue
      /** The model: the state of each open request, derived only from events and effects. */
      const open = new Map<string, { approved: boolean; signed: number; sent: number }>()
      for (const event of events) {
        const before = state
        const [after, ...effects] = next(state, event)
        state = after
        if (event.type === 'asked' && !open.has(event.id)) open.set(event.id, { approved: false, signed: 0, sent: 0 })
        if (event.type === 'approved' && before.live?.id === event.id && before.live.phase === 'asking')
          Object.assign(open.get(event.id) ?? {}, { approved: true })
        // Locked while signing: nothing was signed.
        if (event.type === 'locked' && before.live?.id === event.id && before.live.phase === 'signing')
          Object.assign(open.get(event.id) ?? {}, { signed: 0 })
        if (event.type === 'stuck' && before.live?.id === event.id && before.live.phase === 'checking')
          Object.assign(open.get(event.id) ?? {}, { approved: false })
        for (const effect of effects) {
          const known = open.get(effect.id)
          if (!known) throw new Error('an effect for a request that nobody asked or that is over')
          if (effect.type === 'check') expect(known).toMatchObject({ approved: true, signed: 0 })
          if (effect.type === 'sign') {
            known.signed += 1
            expect(known).toMatchObject({ approved: true, signed: 1 })
          }
          if (effect.type === 'send') {
            known.sent += 1
            expect(known).toMatchObject({ signed: 1, sent: 1 })
          }
          if (effect.type === 'end') {
            if (effect.outcome === 'done') expect(known.signed).toBe(1)
            if (known.sent > 0) expect(['done', 'failed']).toContain(effect.outcome)
            open.delete(effect.id)
          }
        }
        expect(state.waiting.length).toBeLessThanOrEqual(maxWaiting)
        expect(new Set([state.live?.id, ...state.waiting]).size).toBe(state.waiting.length + 1)
        // No request is lost: each open one is live or waits.
        expect([...open.keys()].sort()).toEqual([...(state.live ? [state.live.id] : []), ...state.waiting].sort())
        if (!state.live) expect(state.waiting).toEqual([])
      }
    }),
    { numRuns: 1000 },
  )
})
