/**
 * The session, explored exhaustively: in every order in which two documents, a network and a stranger can act, no call
 * settles twice, no message of another epoch is accepted, and no second port wins. The budgets bound how often each may act.
 */
import { expect, test } from 'vitest'
import { onlyInFull } from '../../../scripts/testing/gate-size.ts'
import { nextCall } from '../../src/channel/call-state.ts'
import { nextServing } from '../../src/channel/serving-state.ts'
import { nextChild, nextParent } from '../../src/handshake.ts'
import { explore, type Rule } from './explore.ts'
import type { Budget, Machines } from './world.ts'

/** Deeper than any of the worlds below is: they are explored to their end. */
const depth = 40
const machines: Machines = { nextParent, nextChild, nextCall, nextServing, accepts: (mine, theirs) => mine === theirs }

const rules: readonly Rule[] = [
  (_, { calls }) => first(calls, ([id, { settlements }]) => settlements > 1 && `${id} settles twice`),
  (_, { calls }) =>
    first(
      calls,
      ([id, { state, settlements }]) =>
        (state === 'settled') !== (settlements === 1) && `${id} is ${state} after ${settlements} settlements`,
    ),
  (before, { calls }) =>
    first(
      calls,
      ([id, { outcome }]) =>
        before.calls[id]?.outcome !== undefined &&
        before.calls[id]?.outcome !== outcome &&
        `the outcome of ${id} changes`,
    ),
  (_, { servings }) => first(servings, ([id, { runs }]) => runs > 1 && `the handler of ${id} runs twice`),
  (_, { servings }) => first(servings, ([id, { replies }]) => replies > 1 && `${id} is answered twice`),
  (before, after) =>
    before.document === after.document && before.childPorts !== undefined && before.childPorts !== after.childPorts
      ? 'a second port wins'
      : undefined,
  (before, after) =>
    after.hostEpoch !== undefined && before.hostEpoch !== undefined && after.hostEpoch < before.hostEpoch
      ? 'the host goes back to an older epoch'
      : undefined,
  (_, { hostEpoch, parent }) =>
    hostEpoch !== undefined && hostEpoch !== parent.epoch
      ? 'a session of another epoch is open at the host'
      : undefined,
  (_, { hostEpoch, parent }) =>
    (hostEpoch !== undefined) !== (parent.at === 'live') ? 'the host’s channel and its handshake disagree' : undefined,
  // What a session leaves behind is settled when it is dropped.
  (_, { calls, hostEpoch }) =>
    first(
      calls,
      ([id, { state, epoch }]) => state !== 'settled' && epoch !== hostEpoch && `${id} waits in a session that is over`,
    ),
  (_, { isStale }) => (isStale ? 'a message of another epoch is accepted' : undefined),
  (_, { hostEpoch, taken }) =>
    hostEpoch !== undefined && !taken.includes(hostEpoch) ? 'a session opens that no document has taken' : undefined,
]

const first = <T>(
  of: Readonly<Record<string, T>>,
  broken: (entry: [string, T]) => string | false,
): string | undefined => {
  for (const entry of Object.entries(of)) {
    const name = broken(entry)
    if (name) return name
  }
  return undefined
}

const small: Budget = { calls: 1, reloads: 1, losses: 1, forgeries: 1 }

/** Ten times as many worlds as the others together: `npm run fuzz` walks through them. */
const large: readonly [string, Budget, number][] = [
  ['one call and two forgeries', { calls: 1, reloads: 1, losses: 0, forgeries: 2 }, depth],
]

test.each<[string, Budget, number]>([
  ['one of everything', small, depth],
  ...onlyInFull<[string, Budget, number]>([
    ['two calls, no stranger', { calls: 2, reloads: 1, losses: 1, forgeries: 0 }, depth],
  ]),
  ...(process.env.AIRLOCK_FUZZ === undefined ? [] : large),
])('%s: every order of events keeps every rule', { timeout: 240_000 }, (name, budget, deep) => {
  const found = explore(machines, budget, rules, deep)
  process.stdout.write(
    ` ${name}: ${found.worlds} worlds, ${found.transitions} transitions, depth ${found.depth}${found.isComplete ? ', complete' : ''}\n`,
  )
  expect(found.violation).toBeUndefined()
  expect(found.isComplete).toBe(true)
  expect(found.worlds).toBeGreaterThan(20_000)
})

test.each<[string, Partial<Machines>, string]>([
  [
    'an answer is heard after the call has settled',
    {
      nextCall: (state, event) =>
        state === 'settled' && event === 'answered' ? ['settled', 'settle'] : nextCall(state, event),
    },
    'settles twice',
  ],
  [
    'a call is not settled when its session ends',
    { nextCall: (state, event) => (event === 'closed' ? undefined : nextCall(state, event)) },
    'waits in a session that is over',
  ],
  [
    'a request that is known runs again',
    { nextServing: (state, event) => (event === 'requested' ? ['running', 'run'] : nextServing(state, event)) },
    'runs twice',
  ],
  [
    'a handler is heard after its cancel',
    { nextServing: (state, event) => (event === 'cancelled' ? ['running', 'reply'] : nextServing(state, event)) },
    'answered twice',
  ],
  ['any epoch is accepted', { accepts: () => true }, 'of another epoch is accepted'],
  [
    'a live child takes the next INIT',
    {
      nextChild: (state, event) =>
        nextChild(
          state.at === 'live' ? { at: 'offering', link: 'host', nonce: event.init.nonce, ports: 1 } : state,
          event,
        ),
    },
    'a second port wins',
  ],
  [
    'a parent takes any READY',
    {
      nextParent: (state, event) =>
        nextParent(
          state,
          event.type === 'ready' && state.at === 'offered'
            ? { type: 'ready', ready: { ...event.ready, payload: { nonce: state.hostNonce } } }
            : event,
        ),
    },
    'no document has taken',
  ],
  [
    'a new HELLO does not end the session before',
    {
      nextParent: (state, event) => {
        const [next, effects] = nextParent(state, event)
        return [next, effects.filter(({ do: what }) => what !== 'drop')]
      },
    },
    'disagree',
  ],
])('the rules see it when %s', (_, mutant, rule) => {
  const found = explore({ ...machines, ...mutant }, small, rules, depth)
  expect(found.violation?.rule).toContain(rule)
})
