import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GateEvent, type GateState, gateStart, next, type Place, readyAt, statusOf, stillMs } from './gate.ts'

const still: GateEvent[] = [
  { type: 'geometry', at: 0, box: [0, 0, 360, 400], scale: 1 },
  { type: 'sight', at: 0, isVisible: true, ratio: 1 },
]

/** Position of an event in a frame whose corner is at `corner` on the screen and whose pixels are `zoom` screen pixels. */
const placeAt = (x: number, y: number, corner = { x: 100, y: 100 }, zoom = 1): Place => ({
  screen: { x: Math.round(corner.x + x * zoom), y: Math.round(corner.y + y * zoom) },
  client: { x, y },
})

function run(events: readonly GateEvent[], from: GateState = gateStart({ isSupported: true })) {
  let state = from
  const effects: string[] = []
  for (const event of events) {
    const [after, effect] = next(state, event)
    state = after
    if (effect) effects.push(effect)
  }
  return { state, effects, status: (at: number) => statusOf(state, at) }
}

const pointerPress = (at: number, place: Place, isTrusted = true): GateEvent[] => [
  { type: 'press', by: 'pointer', at, isTrusted, place },
  { type: 'click', by: 'pointer', at: at + 1, isTrusted },
]
const keyPress = (at: number, { isTrusted = true, isRepeat = false } = {}): GateEvent[] => [
  { type: 'press', by: 'key', at, isTrusted, isRepeat },
  { type: 'click', by: 'other', at: at + 1, isTrusted },
]
const hover = (at: number, place: Place, isTrusted = true): GateEvent => ({ type: 'pointer', at, isTrusted, place })

describe('obstacles to an approval [T2]', () => {
  const cases: readonly [string, string, GateEvent][] = [
    ['something covers it', 'covered', { type: 'sight', at: 10, isVisible: false, ratio: 1 }],
    ['part of it is outside', 'cut', { type: 'sight', at: 10, isVisible: false, ratio: 0.8 }],
    [
      'part of it is outside although the browser calls it visible',
      'cut',
      { type: 'sight', at: 10, isVisible: true, ratio: 0.99 },
    ],
    ['it is drawn too small', 'small', { type: 'geometry', at: 10, box: [0, 0, 360, 400], scale: 0.49 }],
    ['the page is in the background', 'settling', { type: 'page', at: 10, isShown: false }],
  ]
  test.each(cases)('%s: %s, for as long as it lasts', (_, status, event) => {
    expect(run([...still, event]).status(1e9)).toBe(status)
  })

  test('half size is still enough, and rounding does not count as cut', () => {
    const events: GateEvent[] = [
      { type: 'geometry', at: 0, box: [0, 0, 360, 400], scale: 0.5 },
      { type: 'sight', at: 0, isVisible: true, ratio: 0.9995 },
    ]
    expect(run(events).status(stillMs)).toBe('ready')
  })

  test('a browser that cannot tell says so whatever it reports', () => {
    expect(run(still, gateStart({ isSupported: false })).status(1e9)).toBe('unsupported')
  })

  test('a gate without any report is not ready', () => {
    expect(run([]).status(1e9)).toBe('settling')
    expect(run(still.slice(0, 1)).status(1e9)).toBe('settling')
    expect(run(still.slice(1)).status(1e9)).toBe('settling')
  })
})

describe('half a second of calm', () => {
  test('is counted from the last thing that changed', () => {
    const { state, status } = run([...still, { type: 'geometry', at: 300, box: [0, 1, 360, 400], scale: 1 }])
    expect(readyAt(state)).toBe(300 + stillMs)
    expect([status(300 + stillMs - 1), status(300 + stillMs)]).toEqual(['settling', 'ready'])
  })

  test('is not disturbed by looks that find the same', () => {
    const looks = Array.from({ length: 60 }, (_, index) => ({ ...still[index % 2], at: index * 16 }) as GateEvent)
    expect(run([...still, ...looks]).status(stillMs)).toBe('ready')
  })

  test('starts again when what stood in the way has gone', () => {
    const hidden: GateEvent = { type: 'sight', at: 400, isVisible: false, ratio: 1 }
    const seen: GateEvent = { type: 'sight', at: 1000, isVisible: true, ratio: 1 }
    const { status } = run([...still, hidden, seen])
    expect([status(1000 + stillMs - 1), status(1000 + stillMs)]).toEqual(['settling', 'ready'])
  })

  test('starts again with every press that does not count, so that repeated presses never succeed', () => {
    const drumming = Array.from({ length: 100 }, (_, index) => keyPress(300 + index * (stillMs - 10))).flat()
    const { effects } = run([...still, { type: 'focus', at: 0, hasFocus: true }, ...drumming])
    expect(new Set(effects)).toEqual(new Set(['refuse']))
  })
})

test('a press that does not count starts the half second again although no click follows', () => {
  const down: GateEvent = { type: 'press', by: 'key', at: 1000, isTrusted: true, isRepeat: true }
  const { status } = run([...still, down])
  expect([status(1000 + stillMs - 1), status(1000 + stillMs)]).toEqual(['settling', 'ready'])
})

describe('keyboard', () => {
  const focus = (at: number): GateEvent => ({ type: 'focus', at, hasFocus: true })

  test('counts after half a second of focus', () => {
    expect(run([...still, focus(0), ...keyPress(600)]).effects).toEqual(['approve'])
  })

  test('does not count with a focus that has just come, without focus, or as a repeat', () => {
    expect(run([...still, focus(900), ...keyPress(1000)]).effects).toEqual(['refuse'])
    expect(run([...still, ...keyPress(1000)]).effects).toEqual(['refuse'])
    expect(run([...still, focus(0), ...keyPress(1000, { isRepeat: true })]).effects).toEqual(['refuse'])
  })

  test('a key that went down before the focus left is over', () => {
    const down: GateEvent = { type: 'press', by: 'key', at: 1000, isTrusted: true, isRepeat: false }
    const away: GateEvent = { type: 'focus', at: 1010, hasFocus: false }
    expect(run([...still, focus(0), down, away]).state.press).toBeUndefined()
  })

  const click = (at: number): GateEvent => ({ type: 'click', by: 'other', at, isTrusted: true })
  const frameFocus = (at: number, hasFocus = true): GateEvent => ({ type: 'frame focus', at, hasFocus })

  test('assistive technology, whose click has neither pointer nor key, needs a frame that has had the focus for half a second', () => {
    expect(run([...still, frameFocus(0), click(600)]).effects).toEqual(['approve'])
    expect(run([...still, frameFocus(0), click(400)]).effects).toEqual(['refuse'])
    expect(run([...still, frameFocus(0), frameFocus(550), click(600)]).effects).toEqual(['approve'])
    // A screen reader that focuses the frame only with the click has to press twice.
    expect(run([...still, frameFocus(999), click(1000), click(1600)]).effects).toEqual(['refuse', 'approve'])
  })

  test('a key that goes down in the host and clicks a button that gets the focus from there does not count [C92]', () => {
    expect(run([...still, frameFocus(999), focus(999), click(1000)]).effects).toEqual(['refuse'])
    expect(run([...still, click(1000)]).effects).toEqual(['refuse'])
    // An earlier focus of the frame, lost meanwhile, does not count either.
    expect(run([...still, frameFocus(0), frameFocus(900, false), frameFocus(999), click(1000)]).effects).toEqual([
      'refuse',
    ])
  })
})

describe('pointer', () => {
  const here = placeAt(200, 300)

  test('counts where it has been for half a second', () => {
    expect(run([...still, hover(0, here), ...pointerPress(600, here)]).effects).toEqual(['approve'])
  })

  test('one press is one approval', () => {
    const events = [...still, hover(0, here), ...pointerPress(600, here), ...pointerPress(700, here)]
    expect(run(events).effects).toEqual(['approve', 'refuse'])
  })

  test('a finger, which has no earlier position, counts at the second touch', () => {
    expect(run([...still, ...pointerPress(1000, here), ...pointerPress(1600, here)]).effects).toEqual([
      'refuse',
      'approve',
    ])
  })

  test('far from where it was last seen does not count', () => {
    expect(run([...still, hover(0, placeAt(20, 20)), ...pointerPress(1000, here)]).effects).toEqual(['refuse'])
  })

  test('a pointer that has left and come back has to rest again', () => {
    const events: GateEvent[] = [hover(0, here), { type: 'leave', at: 900 }, hover(950, here)]
    expect(run([...still, ...events, ...pointerPress(1000, here)]).effects).toEqual(['refuse'])
  })

  test('a pointer that comes only to press has to press again, however long the panel has been there', () => {
    const coming = Array.from({ length: 20 }, (_, index) => hover(10_000 + index * 16, placeAt(100 + index * 5, 300)))
    const there = placeAt(195, 300)
    expect(run([...still, ...coming, ...pointerPress(10_320, there)]).effects).toEqual(['refuse'])
    // Nothing in the frame tells it from a frame that has jumped under the pointer. The second press needs no movement.
    expect(run([...still, ...coming, ...pointerPress(10_320, there), ...pointerPress(10_900, there)]).effects).toEqual([
      'refuse',
      'approve',
    ])
  })

  test('a press that is heard late counts with its own time: it gains nothing, and loses nothing', () => {
    const late: GateEvent[] = [
      { type: 'geometry', at: 1_000, box: [0, 0, 360, 400], scale: 1 },
      { type: 'sight', at: 1_000, isVisible: true, ratio: 1 },
    ]
    // Heard after the panel was seen, but it happened before.
    expect(run([...late, hover(0, here), ...pointerPress(900, here)]).effects).toEqual(['refuse'])
    // A refused press that is heard late does not shorten the half second of a later change.
    const { state } = run([...late, hover(0, here), ...pointerPress(900, here)])
    expect(readyAt(state)).toBe(1_000 + stillMs)
    expect(run([...still, hover(0, here), ...pointerPress(600, here)]).effects).toEqual(['approve'])
  })

  test('a click whose press was elsewhere does not count', () => {
    const click: GateEvent = { type: 'click', by: 'pointer', at: 1000, isTrusted: true }
    expect(run([...still, hover(0, here), click]).effects).toEqual(['refuse'])
  })

  test('a cover that appears between press and click stops the click', () => {
    const [press, click] = pointerPress(1000, here)
    if (!press || !click) throw new Error('a press has two events')
    const covered: GateEvent = { type: 'sight', at: 1000, isVisible: false, ratio: 1 }
    expect(run([...still, hover(0, here), press, covered, click]).effects).toEqual(['refuse'])
  })
})

// Properties ----------------------------------------------------------------------------------------------------------

const point = fc.record({ x: fc.integer({ min: 0, max: 1200 }), y: fc.integer({ min: 0, max: 800 }) })
const zoom = fc.constantFrom(0.5, 0.67, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5)
const step = fc.record({ dx: fc.integer({ min: -40, max: 40 }), dy: fc.integer({ min: -40, max: 40 }) })

/** A pointer that moves over a frame, one event per 16 ms. */
function walk(
  start: { x: number; y: number },
  steps: readonly { dx: number; dy: number }[],
  at: number,
  where: [corner: { x: number; y: number }, zoom: number],
) {
  let { x, y } = start
  const events = steps.map(({ dx, dy }, index) => {
    x += dx
    y += dy
    return hover(at + index * 16, placeAt(x, y, ...where))
  })
  return { events, end: { x, y }, at: at + steps.length * 16 }
}

describe('properties', () => {
  const visible: GateEvent[] = still.map((event) => ({ ...event, at: 0 }))

  test('after any movement over a frame that does not move, at any zoom, the press counts', () => {
    fc.assert(
      fc.property(
        point,
        point,
        zoom,
        fc.array(step, { minLength: 40, maxLength: 80 }),
        (start, corner, scale, steps) => {
          const { events, end, at } = walk(start, steps, 0, [corner, scale])
          const press = pointerPress(Math.max(at, stillMs), placeAt(end.x, end.y, corner, scale))
          expect(run([...visible, ...events, ...press]).effects).toEqual(['approve'])
        },
      ),
    )
  })

  test('a frame that jumps under a resting hand less than half a second before the press gets nothing', () => {
    const jump = point.filter(({ x, y }) => Math.hypot(x, y) >= 30)
    fc.assert(
      fc.property(
        point,
        point,
        zoom,
        fc.array(step, { maxLength: 60 }),
        jump,
        fc.integer({ min: 0, max: stillMs - 1 }),
        (start, corner, scale, steps, by, wait) => {
          const { events, end, at } = walk(start, steps, 0, [corner, scale])
          const screen = placeAt(end.x, end.y, corner, scale).screen
          const client = { x: end.x - by.x, y: end.y - by.y }
          const jumpedAt = Math.max(at, stillMs)
          // The browser may report the pointer's new position at once, or only with the press.
          for (const isReported of [true, false]) {
            const seen = isReported ? [hover(jumpedAt, { screen, client })] : []
            const press = pointerPress(jumpedAt + wait, { screen, client })
            expect(run([...visible, ...events, ...seen, ...press]).effects).toEqual(['refuse'])
          }
        },
      ),
    )
  })

  const noise: fc.Arbitrary<(at: number) => GateEvent> = fc.oneof(
    fc.record({ isVisible: fc.boolean(), ratio: fc.constantFrom(0, 0.5, 1) }).map(
      (sight) =>
        (at: number): GateEvent => ({ type: 'sight', at, ...sight }),
    ),
    fc.record({ box: fc.constantFrom([0, 0, 360, 400], [0, 8, 360, 400]), scale: fc.constantFrom(0.3, 1) }).map(
      (geometry) =>
        (at: number): GateEvent => ({ type: 'geometry', at, ...geometry }),
    ),
    fc.boolean().map(
      (isShown) =>
        (at: number): GateEvent => ({ type: 'page', at, isShown }),
    ),
    fc.tuple(fc.constantFrom('focus', 'frame focus'), fc.boolean()).map(
      ([type, hasFocus]) =>
        (at: number): GateEvent => ({ type, at, hasFocus }),
    ),
    fc.tuple(point, point).map(
      ([screen, client]) =>
        (at: number): GateEvent =>
          hover(at, { screen, client }),
    ),
    fc.tuple(point, point, fc.boolean()).map(
      ([screen, client, isTrusted]) =>
        (at: number): GateEvent => ({ type: 'press', by: 'pointer', at, isTrusted, place: { screen, client } }),
    ),
    fc.tuple(fc.boolean(), fc.boolean()).map(
      ([isTrusted, isRepeat]) =>
        (at: number): GateEvent => ({ type: 'press', by: 'key', at, isTrusted, isRepeat }),
    ),
    fc.tuple(fc.constantFrom('pointer', 'other'), fc.boolean()).map(
      ([by, isTrusted]) =>
        (at: number): GateEvent => ({ type: 'click', by, at, isTrusted }),
    ),
    fc.constant((at: number): GateEvent => ({ type: 'leave', at })),
  )
  const story = fc.array(fc.tuple(noise, fc.integer({ min: 0, max: 700 })), { maxLength: 60 }).map((parts) => {
    let at = 0
    return parts.map(([make, wait]) => {
      at += wait
      return make(at)
    })
  })

  test('an approval always follows half a second in which the panel was whole, visible, readable and still [T2]', () => {
    fc.assert(
      fc.property(story, (events) => {
        let state = gateStart({ isSupported: true })
        let lastTrouble = Number.POSITIVE_INFINITY
        for (const event of events) {
          const before = state
          const [after, effect] = next(state, event)
          state = after
          const wasClear =
            before.isShown && before.sight?.isVisible && before.sight.ratio === 1 && before.geometry?.scale === 1
          if (effect === 'approve') {
            expect(wasClear).toBe(true)
            expect(event.at - lastTrouble).toBeGreaterThanOrEqual(stillMs)
          }
          const isClear =
            after.isShown && after.sight?.isVisible && after.sight.ratio === 1 && after.geometry?.scale === 1
          const hasMoved = before.geometry !== after.geometry
          if (!isClear || !wasClear || hasMoved) lastTrouble = event.at
        }
      }),
      { numRuns: 500 },
    )
  })

  test('an event that is not trusted changes nothing [T2]', () => {
    fc.assert(
      fc.property(story, (events) => {
        const { state } = run(events)
        for (const event of events)
          if ('isTrusted' in event) expect(next(state, { ...event, isTrusted: false })).toEqual([state])
      }),
    )
  })
})
