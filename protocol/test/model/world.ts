/**
 * The session as a machine: two documents, what is under way between them, and a stranger who repeats and invents
 * messages. Every step of it is one of the pure functions that the product runs (`nextParent`, `nextChild`, `nextCall`,
 * `nextServing`); only the wiring of `link.ts` and `channel.ts` is written down a second time, in words of a model.
 *
 * What a message says is reduced to what decides: epochs, nonces, ids, which ports came along.
 */
import type { CallEvent, CallState, CallStep } from '../../src/channel/call-state.ts'
import type { ServingEvent, ServingState, ServingStep } from '../../src/channel/serving-state.ts'
import type { Hello, Init } from '../../src/contracts/handshake.ts'
import type { ChildState, nextChild, nextParent, ParentEvent, ParentState } from '../../src/handshake.ts'

/** The functions under test; a mutant replaces one. */
export interface Machines {
  nextParent: typeof nextParent
  nextChild: typeof nextChild
  nextCall: (state: CallState, event: CallEvent) => CallStep | undefined
  nextServing: (state: ServingState, event: ServingEvent) => ServingStep | undefined
  /** The channel's own rule on receipt. */
  accepts: (mine: number, message: number) => boolean
}

/** Ports of one INIT, by the epoch that made them. `forged` ones are the stranger's. */
type Ports = `epoch ${number}` | `forged ${number}`

export interface Packet {
  readonly to: 'host' | 'frame'
  readonly on: Ports
  readonly epoch: number
  readonly says: 'READY' | 'request' | 'answer' | 'progress' | 'cancel'
  readonly id: string
}

interface Call {
  readonly epoch: number
  readonly state: CallState
  readonly settlements: number
  readonly outcome?: 'answer' | 'error'
}

export interface World {
  readonly parent: ParentState
  /** The host's session: the epoch whose channel is open, and whether that was ever undone. */
  readonly hostEpoch: number | undefined
  readonly document: number
  readonly child: ChildState | undefined
  /** The ports that the document speaks on. */
  readonly childPorts: Ports | undefined
  readonly hellos: readonly number[]
  readonly inits: readonly { readonly document: number; readonly epoch: number; readonly ports: Ports }[]
  readonly packets: readonly Packet[]
  readonly calls: Readonly<Record<string, Call>>
  readonly servings: Readonly<
    Record<string, { readonly state: ServingState; readonly runs: number; readonly replies: number }>
  >
  /** Epochs whose INIT a document has taken. */
  readonly taken: readonly number[]
  /** Something happened because of a message of another epoch. */
  readonly isStale: boolean
  /** Packets that a document or a port has seen, for the stranger to repeat. */
  readonly heard: readonly Packet[]
  readonly left: Budget
}

/** How often each thing may happen still: what keeps the world finite. */
export interface Budget {
  readonly calls: number
  readonly reloads: number
  readonly losses: number
  readonly forgeries: number
}

export const begin = (left: Budget): World => ({
  parent: { at: 'waiting', epoch: 0 },
  hostEpoch: undefined,
  document: 0,
  child: undefined,
  childPorts: undefined,
  hellos: [],
  inits: [],
  packets: [],
  calls: {},
  servings: {},
  taken: [],
  isStale: false,
  heard: [],
  left,
})

const nonce = (of: number) => `${of}`
const hostNonceOf = (epoch: number) => `host ${epoch}`
const hello = (document: number): Hello => ({
  type: 'HELLO',
  link: 'host',
  nonce: nonce(document),
  versions: { min: 1, max: 1 },
  buildId: 'model',
  features: [],
  storage: 'memory',
})
const init = (document: number, epoch: number): Init => ({
  type: 'INIT',
  link: 'host',
  nonce: nonce(document),
  hostNonce: hostNonceOf(epoch),
  version: 1,
  epoch,
  policy: { schemes: [] },
})

const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index)
const spend = (world: World, what: keyof Budget): Budget => ({ ...world.left, [what]: world.left[what] - 1 })

export type Step = readonly [name: string, world: World]

/** Everything that can happen next. */
export function* steps(world: World, machines: Machines): Generator<Step> {
  yield* loads(world)
  yield* windowMessages(world, machines)
  yield* portMessages(world, machines)
  yield* callers(world, machines)
  yield* handlers(world, machines)
  yield* strangers(world)
}

/** A document loads, or loads anew. */
function* loads(world: World): Generator<Step> {
  if (world.document > 0 && world.left.reloads === 0) return
  const document = world.document + 1
  yield [
    `document ${document} loads`,
    {
      ...world,
      document,
      child: { at: 'offering', link: 'host', nonce: nonce(document), ports: 1 },
      childPorts: undefined,
      hellos: [...world.hellos, document],
      // A document that is gone hears and serves nothing.
      servings: {},
      packets: world.packets.filter(({ to }) => to === 'host'),
      left: world.document > 0 ? spend(world, 'reloads') : world.left,
    },
  ]
}

function parentHears(world: World, event: ParentEvent, { nextParent: next, nextCall }: Machines): World {
  const [parent, effects] = next(world.parent, event)
  let after: World = { ...world, parent }
  for (const effect of effects)
    switch (effect.do) {
      case 'offer':
        after = {
          ...after,
          inits: [
            ...after.inits,
            { document: Number(effect.hello.nonce), epoch: effect.epoch, ports: `epoch ${effect.epoch}` },
          ],
        }
        break
      case 'open':
        after = { ...after, hostEpoch: effect.epoch }
        break
      case 'drop':
        after = closeHost(after, effect.epoch, nextCall)
        break
      case 'refuse':
        break
    }
  return after
}

/** What `closeChannels` does: pending calls of that session end, its ports are dead. */
function closeHost(world: World, epoch: number, nextCall: Machines['nextCall']): World {
  let after: World = { ...world, hostEpoch: world.hostEpoch === epoch ? undefined : world.hostEpoch }
  for (const [id, call] of Object.entries(world.calls))
    if (call.epoch === epoch) after = callHears(after, id, 'closed', nextCall)
  return { ...after, packets: after.packets.filter(({ on }) => on !== `epoch ${epoch}`) }
}

function* windowMessages(world: World, machines: Machines): Generator<Step> {
  for (const [index, document] of world.hellos.entries()) {
    const epoch = world.parent.epoch + 1
    const taken = { ...world, hellos: without(world.hellos, index) }
    yield [
      `HELLO of ${document} arrives`,
      parentHears(taken, { type: 'hello', hello: hello(document), hostNonce: hostNonceOf(epoch) }, machines),
    ]
  }
  if (world.left.losses > 0 && world.parent.at !== 'waiting')
    yield [
      'the host gives the frame up',
      parentHears({ ...world, left: spend(world, 'losses') }, { type: 'lost' }, machines),
    ]
  for (const [index, sent] of world.inits.entries()) {
    const taken = { ...world, inits: without(world.inits, index) }
    if (!world.child) continue
    const [child, effects] = machines.nextChild(world.child, {
      type: 'init',
      init: init(sent.document, sent.epoch),
      ports: 1,
    })
    const accepted = effects.length > 0
    yield [
      `INIT ${sent.epoch} for ${sent.document} with ${sent.ports} arrives`,
      {
        ...taken,
        child,
        childPorts: accepted ? sent.ports : world.childPorts,
        taken: accepted ? [...world.taken, sent.epoch] : world.taken,
        packets: accepted
          ? [
              ...taken.packets,
              { to: 'host', on: sent.ports, epoch: sent.epoch, says: 'READY', id: hostNonceOf(sent.epoch) },
            ]
          : taken.packets,
      },
    ]
  }
}

/** A port keeps its order: only the first packet of each direction can arrive. */
function* portMessages(world: World, machines: Machines): Generator<Step> {
  const first = new Set<string>()
  for (const [index, packet] of world.packets.entries()) {
    const lane = `${packet.to} ${packet.on}`
    if (first.has(lane)) continue
    first.add(lane)
    const taken = {
      ...world,
      packets: without(world.packets, index),
      heard: world.left.forgeries > 0 ? [...world.heard, packet] : world.heard,
    }
    yield [`${packet.says} ${packet.id} arrives at the ${packet.to} on ${packet.on}`, deliver(taken, packet, machines)]
  }
}

function deliver(world: World, packet: Packet, machines: Machines): World {
  if (packet.to === 'host') {
    // A port exists at the host for the epoch that made it, and as long as its session.
    if (packet.on !== `epoch ${world.parent.epoch}`) return world
    if (packet.says === 'READY')
      return parentHears(
        world,
        { type: 'ready', ready: { type: 'READY', epoch: packet.epoch, payload: { nonce: packet.id } } },
        machines,
      )
    const mine = world.hostEpoch
    const event = packet.says === 'answer' ? 'answered' : 'progressed'
    if (mine === undefined || !machines.accepts(mine, packet.epoch)) return world
    return judged(world, callHears(world, packet.id, event, machines.nextCall), mine, packet)
  }
  if (world.childPorts !== packet.on || world.child?.at !== 'live') return world
  const mine = world.child.init.epoch
  const event = packet.says === 'request' ? 'requested' : 'cancelled'
  if (!machines.accepts(mine, packet.epoch)) return world
  return judged(world, servingHears(world, packet.id, event, machines.nextServing), mine, packet)
}

const judged = (before: World, after: World, mine: number, packet: Packet): World =>
  after !== before && packet.epoch !== mine ? { ...after, isStale: true } : after

function callHears(world: World, id: string, event: CallEvent, next: Machines['nextCall']): World {
  const call = world.calls[id]
  const step = call && next(call.state, event)
  if (!call || !step) return world
  const [state, ...effects] = step
  const settles = effects.includes('settle')
  const after: Call = {
    ...call,
    state,
    settlements: call.settlements + Number(settles),
    ...(settles ? { outcome: event === 'answered' ? ('answer' as const) : ('error' as const) } : {}),
  }
  const packets = [...world.packets]
  if (effects.includes('tell peer')) packets.push(toFrame(call.epoch, 'cancel', id))
  if (event === 'posted') packets.push(toFrame(call.epoch, 'request', id))
  return { ...world, packets, calls: { ...world.calls, [id]: after } }
}

const toFrame = (epoch: number, says: Packet['says'], id: string): Packet => ({
  to: 'frame',
  on: `epoch ${epoch}`,
  epoch,
  says,
  id,
})

function servingHears(world: World, id: string, event: ServingEvent, next: Machines['nextServing']): World {
  const serving = world.servings[id] ?? { state: 'new' as const, runs: 0, replies: 0 }
  const step = next(serving.state, event)
  if (!step) return world
  const [state, ...effects] = step
  const after = {
    state,
    runs: serving.runs + Number(effects.includes('run')),
    replies: serving.replies + Number(effects.includes('reply')),
  }
  const packets = [...world.packets]
  const on = world.childPorts
  const epoch = world.child?.at === 'live' ? world.child.init.epoch : 0
  if (on && effects.includes('reply')) packets.push({ to: 'host', on, epoch, says: 'answer', id })
  if (on && effects.includes('start beat')) packets.push({ to: 'host', on, epoch, says: 'progress', id })
  return { ...world, packets, servings: { ...world.servings, [id]: after } }
}

/** The host's page calls, gives up, waits too long. */
function* callers(world: World, { nextCall }: Machines): Generator<Step> {
  if (world.hostEpoch !== undefined && world.left.calls > 0) {
    const id = `call ${world.left.calls}`
    const calls = { ...world.calls, [id]: { epoch: world.hostEpoch, state: 'queued', settlements: 0 } as const }
    yield [`${id} is made`, { ...world, calls, left: spend(world, 'calls') }]
  }
  for (const [id, { state }] of Object.entries(world.calls)) {
    if (state === 'queued') yield [`${id} is posted`, callHears(world, id, 'posted', nextCall)]
    if (state === 'queued' || state === 'sent') yield [`${id} is due`, callHears(world, id, 'due', nextCall)]
    if (state !== 'settled') yield [`${id} is given up`, callHears(world, id, 'aborted', nextCall)]
  }
}

function* handlers(world: World, { nextServing }: Machines): Generator<Step> {
  for (const [id, { state }] of Object.entries(world.servings)) {
    if (state === 'running') yield [`the handler of ${id} asks a person`, servingHears(world, id, 'asks', nextServing)]
    if (state === 'running' || state === 'asking')
      yield [`the handler of ${id} ends`, servingHears(world, id, 'finished', nextServing)]
  }
}

/** Repeats what was heard, on the present ports or with the present epoch; invents answers, ports and greetings. */
function* strangers(world: World): Generator<Step> {
  if (world.left.forgeries === 0) return
  const left = spend(world, 'forgeries')
  const put = (packet: Packet): World => ({ ...world, left, packets: [...world.packets, packet] })
  for (const packet of world.heard) {
    yield [`${packet.says} ${packet.id} is replayed as it was`, put(packet)]
    const on = packet.to === 'host' ? (`epoch ${world.parent.epoch}` as const) : world.childPorts
    if (on) yield [`${packet.says} ${packet.id} of epoch ${packet.epoch} is replayed on ${on}`, put({ ...packet, on })]
  }
  for (const id of Object.keys(world.calls))
    yield [
      `an answer to ${id} is made up`,
      put({ to: 'host', on: `epoch ${world.parent.epoch}`, epoch: world.parent.epoch, says: 'answer', id }),
    ]
  if (world.document > 0)
    for (const document of [world.document, world.document - 1])
      yield [
        `a second INIT for ${document} comes with other ports`,
        {
          ...world,
          left,
          inits: [...world.inits, { document, epoch: world.parent.epoch + 1, ports: `forged ${left.forgeries}` }],
        },
      ]
  if (world.parent.at === 'offered')
    yield [
      'READY is guessed',
      put({ to: 'host', on: `epoch ${world.parent.epoch}`, epoch: world.parent.epoch, says: 'READY', id: 'guess' }),
    ]
}
