/** The pure steps of the handshake: tables, every short sequence of events, and long random ones. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Hello, type Init, type Ready } from '../src/contracts/handshake.ts'
import {
  type ChildEffect,
  type ChildState,
  commonVersion,
  nextChild,
  nextParent,
  type ParentEffect,
  type ParentEvent,
  type ParentState,
  parentStart,
} from '../src/handshake.ts'
import { readMessage } from '../src/read.ts'

const nonce = (count: number) => `${count.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
const hello = (count: number, versions = { min: 1, max: 1 }): Hello => ({
  type: 'HELLO',
  link: 'host',
  nonce: nonce(count),
  versions,
  buildId: 'build',
  features: [],
  storage: 'local',
})
const ready = (epoch: number, hostNonce: string): Ready => ({ epoch, type: 'READY', payload: { nonce: hostNonce } })
const init = (of: Partial<Init> = {}): Init => ({
  type: 'INIT',
  link: 'host',
  nonce: nonce(1),
  hostNonce: nonce(2),
  version: 1,
  epoch: 1,
  policy: { schemes: [] },
  ...of,
})

describe('versions', () => {
  test.each([
    [{ min: 1, max: 1 }, { min: 1, max: 1 }, 1],
    [{ min: 1, max: 3 }, { min: 2, max: 9 }, 3],
    [{ min: 2, max: 9 }, { min: 1, max: 3 }, 3],
    [{ min: 1, max: 1 }, { min: 1, max: 1_000_000 }, 1],
    [{ min: 1, max: 2 }, { min: 3, max: 4 }, undefined],
    [{ min: 3, max: 4 }, { min: 1, max: 2 }, undefined],
    [{ min: 1, max: 9 }, { min: 5, max: 2 }, undefined],
  ])('%o and %o have %s in common [C40]', (mine, theirs, expected) => {
    expect(commonVersion(mine, theirs)).toBe(expected)
  })

  test('the common version is the highest in both ranges, or there is none', () => {
    const range = fc.record({ min: fc.integer({ min: 1, max: 12 }), max: fc.integer({ min: 1, max: 12 }) })
    fc.assert(
      fc.property(range, range, (mine, theirs) => {
        fc.pre(mine.min <= mine.max)
        const both = Array.from({ length: 12 }, (_, index) => 12 - index).filter(
          (version) => version >= mine.min && version <= mine.max && version >= theirs.min && version <= theirs.max,
        )
        expect(commonVersion(mine, theirs)).toBe(both[0])
      }),
    )
  })

  test.each([
    ['negative', { min: -1, max: 1 }],
    ['zero', { min: 0, max: 1 }],
    ['texts', { min: '1', max: '1' }],
    ['fractions', { min: 1, max: 1.5 }],
    ['enormous', { min: 1, max: 2 ** 53 }],
    ['one field more', { min: 1, max: 1, floor: 0 }],
  ])('a range of versions that is %s is not read [C40]', (_, versions) => {
    expect(readMessage(Hello, { ...hello(1), versions })).toBeUndefined()
  })
})

describe('the parent', () => {
  const offered: ParentState = { at: 'offered', epoch: 4, hostNonce: nonce(9), hello: hello(1), version: 1 }
  const live: ParentState = { at: 'live', epoch: 4, hello: hello(1), version: 1 }
  const refused: ParentState = { at: 'refused', epoch: 4, theirs: { min: 2, max: 2 } }
  const waiting: ParentState = { at: 'waiting', epoch: 4 }
  const greet: ParentEvent = { type: 'hello', hello: hello(2), hostNonce: nonce(8) }
  const greetLater: ParentEvent = { type: 'hello', hello: hello(2, { min: 2, max: 3 }), hostNonce: nonce(8) }
  const answer: ParentEvent = { type: 'ready', ready: ready(4, nonce(9)) }
  const stale: ParentEvent = { type: 'ready', ready: ready(3, nonce(9)) }
  const guessed: ParentEvent = { type: 'ready', ready: ready(4, nonce(7)) }
  const lost: ParentEvent = { type: 'lost' }

  test.each<[string, ParentState, ParentEvent, ParentState['at'], ParentEffect['do'][]]>([
    ['waiting, hello', waiting, greet, 'offered', ['offer']],
    ['waiting, hello of no common version', waiting, greetLater, 'refused', ['refuse']],
    ['waiting, ready', waiting, answer, 'waiting', []],
    ['waiting, lost', waiting, lost, 'waiting', []],
    ['offered, hello', offered, greet, 'offered', ['drop', 'offer']],
    ['offered, hello of no common version', offered, greetLater, 'refused', ['drop', 'refuse']],
    ['offered, ready', offered, answer, 'live', ['open']],
    ['offered, ready of an earlier epoch', offered, stale, 'offered', []],
    ['offered, ready with a guessed nonce [C22]', offered, guessed, 'offered', []],
    ['offered, lost', offered, lost, 'waiting', ['drop']],
    ['live, hello', live, greet, 'offered', ['drop', 'offer']],
    ['live, hello of no common version', live, greetLater, 'refused', ['drop', 'refuse']],
    ['live, ready again', live, answer, 'live', []],
    ['live, lost', live, lost, 'waiting', ['drop']],
    ['refused, hello', refused, greet, 'offered', ['offer']],
    ['refused, hello of no common version', refused, greetLater, 'refused', ['refuse']],
    ['refused, ready', refused, answer, 'refused', []],
    ['refused, lost', refused, lost, 'waiting', []],
  ])('%s', (_, state, event, at, effects) => {
    const [next, done] = nextParent(state, event)
    expect(next.at).toBe(at)
    expect(done.map((effect) => effect.do)).toEqual(effects)
  })

  test('every sequence of six events keeps the promises', () => {
    let sequences = 0
    const explore = (walk: ParentWalk, depth: number) => {
      sequences++
      if (depth === 0) return
      for (const name of alphabet) explore(step(walk, name), depth - 1)
    }
    explore(startWalk, 6)
    expect(sequences).toBe((alphabet.length ** 7 - 1) / (alphabet.length - 1))
  })

  test('every long random sequence keeps the promises', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...alphabet), { maxLength: 200 }), (names) => {
        names.reduce(step, startWalk)
      }),
    )
  })
})

describe('the frame', () => {
  const offering: ChildState = { at: 'offering', link: 'host', nonce: nonce(1), ports: 3 }

  test.each<[string, Partial<Init>, number, boolean]>([
    ['the INIT that answers its HELLO', {}, 3, true],
    ['INIT of the other link', { link: 'wallet' }, 3, false],
    ['INIT with another nonce [C22]', { nonce: nonce(3) }, 3, false],
    ['INIT with its own nonce as host nonce', { nonce: nonce(2), hostNonce: nonce(1) }, 3, false],
    ['INIT without ports [C21]', {}, 0, false],
    ['INIT with a port too few [C21]', {}, 2, false],
    ['INIT with a port too many [C21]', {}, 4, false],
    ['INIT with a version below its floor', { version: 0 }, 3, false],
    ['INIT with a version above its own', { version: 2 }, 3, false],
  ])('%s', (_, of, ports, isAccepted) => {
    const [next, effects] = nextChild(offering, { type: 'init', init: init(of), ports })
    expect(next.at).toBe(isAccepted ? 'live' : 'offering')
    expect(effects).toEqual(isAccepted ? [{ do: 'accept', ready: ready(1, nonce(2)) }] : [])
  })

  test('the first valid INIT wins in every sequence of six, and exactly one is accepted [C18, C20]', () => {
    const inits: [Init, number][] = [
      [init({ nonce: nonce(3) }), 3],
      [init(), 2],
      [init(), 3],
      [init({ hostNonce: nonce(4), epoch: 2 }), 3],
      [init({ link: 'wallet' }), 3],
    ]
    const explore = (state: ChildState, accepted: readonly ChildEffect[], depth: number) => {
      expect(accepted.length).toBe(state.at === 'live' ? 1 : 0)
      if (state.at === 'live') expect(accepted[0]?.ready.payload.nonce).toBe(state.init.hostNonce)
      if (depth === 0) return
      for (const [one, ports] of inits) {
        const [next, effects] = nextChild(state, { type: 'init', init: one, ports })
        if (state.at === 'live') expect(next).toBe(state)
        explore(next, [...accepted, ...effects], depth - 1)
      }
    }
    explore(offering, [], 6)
  })
})

test('any other value reads as undefined, and reading never throws', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withDate: true, withMap: true, withBigInt: true }), (value) => {
      expect(readMessage(Hello, value)).toBeUndefined()
    }),
  )
  expect(readMessage(Hello, hello(1))).toEqual(hello(1))
  const trap = () => {
    throw new Error('no')
  }
  expect(readMessage(Hello, new Proxy({}, { ownKeys: trap, getPrototypeOf: trap, get: trap }))).toBeUndefined()
})

// A model of the parent's world: which sessions were opened and dropped, and what nonces are about -------------------

const alphabet = ['hello', 'hello of another version', 'ready', 'stale ready', 'guessed ready', 'lost'] as const

interface ParentWalk {
  state: ParentState
  /** Nonce and epoch of every offer, the last one last. */
  offers: readonly { epoch: number; hostNonce: string }[]
  live: number | undefined
}
const startWalk: ParentWalk = { state: parentStart, offers: [], live: undefined }

function step(walk: ParentWalk, name: (typeof alphabet)[number]): ParentWalk {
  const current = walk.offers.at(-1)
  const earlier = walk.offers.at(-2)
  const event: ParentEvent = {
    hello: { type: 'hello', hello: hello(1), hostNonce: nonce(100 + walk.offers.length) },
    'hello of another version': { type: 'hello', hello: hello(1, { min: 2, max: 2 }), hostNonce: nonce(1) },
    ready: { type: 'ready', ready: ready(current?.epoch ?? 1, current?.hostNonce ?? nonce(1)) },
    'stale ready': { type: 'ready', ready: ready(earlier?.epoch ?? 0, earlier?.hostNonce ?? nonce(1)) },
    'guessed ready': { type: 'ready', ready: ready(current?.epoch ?? 1, nonce(1)) },
    lost: { type: 'lost' },
  }[name] as ParentEvent
  const [state, effects] = nextParent(walk.state, event)
  let { offers, live } = walk
  let openOffer = walk.state.at === 'offered' || walk.state.at === 'live' ? current?.epoch : undefined
  for (const effect of effects) {
    if (effect.do === 'drop') {
      expect(effect.epoch).toBe(openOffer) // only what is there is dropped, and once
      openOffer = undefined
      live = undefined
    }
    if (effect.do === 'offer') {
      expect(openOffer).toBeUndefined() // never two sessions
      expect(effect.epoch).toBe((current?.epoch ?? 0) + 1) // an epoch is never used again
      offers = [...offers, { epoch: effect.epoch, hostNonce: effect.hostNonce }]
    }
    if (effect.do === 'open') {
      expect(name).toBe('ready') // no stale epoch and no guess opens
      expect(effect.epoch).toBe(offers.at(-1)?.epoch)
      expect(live).toBeUndefined()
      live = effect.epoch
    }
  }
  expect(live).toBe(state.at === 'live' ? state.epoch : undefined)
  return { state, offers, live }
}
