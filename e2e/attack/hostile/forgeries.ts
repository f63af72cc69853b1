/**
 * Messages that no honest end sends, by case. Each is derived from a new honest `PING`; some cannot be written as JSON,
 * hence functions. Runs in built pages, posted by `window.strike`.
 */
import { type Message, type Peer, secret } from './peer.ts'

type Forged = { readonly value: unknown; readonly transfer?: Transferable[] }
type Forge = (ping: Message & { id: string }, peer: Peer) => unknown
/** Forgeries that are created asynchronously, or that transfer ports. */
type Posted = (ping: Message & { id: string }, peer: Peer) => Forged | Promise<Forged>

const nested = (levels: number): unknown => {
  let value: unknown = secret
  for (let level = 0; level < levels; level++) value = { deeper: value }
  return value
}
const ownKey = (key: string): object => JSON.parse(`{${JSON.stringify(key)}:{"polluted":true}}`) as object // as: JSON keeps own keys
const cyclic = () => {
  const value: { self?: unknown } = {}
  value.self = value
  return value
}
const holes = () => {
  const list: unknown[] = [1]
  list[5] = 2
  return list
}
const withPayload =
  (make: () => unknown): Forge =>
  (ping) => ({ ...ping, payload: { value: make() } })

/** Refused without an answer. */
const silent: Readonly<Record<string, Readonly<Record<string, Forge>>>> = {
  C01: {
    null: () => null,
    undefined: () => undefined,
    number: () => 42,
    string: () => secret,
    array: (ping) => [ping],
    date: () => new Date(),
    map: (ping) => new Map(Object.entries(ping)),
    set: () => new Set([1]),
    error: () => new Error(secret),
  },
  C02: {
    'own __proto__ in the envelope': (ping) => Object.assign(ownKey('__proto__'), ping),
    'own __proto__ in the payload': (ping) => ({ ...ping, payload: ownKey('__proto__') }),
    'own __proto__ in a record': withPayload(() => ownKey('__proto__')),
    'constructor.prototype': (ping) => ({ ...ping, payload: { constructor: { prototype: { polluted: true } } } }),
    prototype: (ping) => ({ ...ping, payload: ownKey('prototype') }),
  },
  C03: {
    'an unknown field in the envelope': (ping) => ({ ...ping, extra: secret }),
    'a field named like one of ours': (ping) => ({ ...ping, reason: secret }),
  },
  C04: {
    'no id': ({ epoch, type, payload }) => ({ epoch, type, payload }),
    'null as id': (ping) => ({ ...ping, id: null }),
    'an empty id': (ping) => ({ ...ping, id: '' }),
    'an id of 10 kB': (ping) => ({ ...ping, id: 'a'.repeat(10_000) }),
    'an id that is no uuid': (ping) => ({ ...ping, id: '1' }),
    'an id of another version': (ping) => ({ ...ping, id: '00000000-0000-1000-8000-000000000000' }),
    'a number as id': (ping) => ({ ...ping, id: 7 }),
    'an object as id': (ping) => ({ ...ping, id: { toString: 1 } }),
  },
  C06: {
    'the epoch before': (ping) => ({ ...ping, epoch: ping.epoch - 1 || 77 }),
    'the epoch after': (ping) => ({ ...ping, epoch: ping.epoch + 1 }),
    'no epoch': ({ id, type, payload }) => ({ id, type, payload }),
    'a text as epoch': (ping) => ({ ...ping, epoch: String(ping.epoch) }),
  },
  C07: {
    'an answer to nobody': (ping) => ({ ...ping, type: 'PING_SUCCESS' }),
    'an error for nobody': (ping) => ({ ...ping, type: 'PING_ERROR', payload: { code: 1, message: '' } }),
    'progress for nobody': (ping) => ({ ...ping, type: 'PROGRESS' }),
  },
  C29: {
    '17 levels': withPayload(() => nested(15)),
    '1000 levels': withPayload(() => nested(1000)),
    '2000 levels': withPayload(() => nested(2000)),
  },
  C30: {
    'a cycle': withPayload(cyclic),
    'a cycle through the envelope': (ping) => {
      const message: Record<string, unknown> = { ...ping }
      message.payload = { message }
      return message
    },
  },
  C34: {
    'a Number object': withPayload(() => Object(1)),
    'a String object': withPayload(() => Object('1')),
    NaN: withPayload(() => Number.NaN),
    Infinity: withPayload(() => Number.POSITIVE_INFINITY),
    'an array with holes': withPayload(holes),
    'an array with properties': withPayload(() => Object.assign([1], { extra: 1 })),
    bigint: withPayload(() => 1n),
    'a Map as payload': (ping) => ({ ...ping, payload: new Map() }),
    undefined: withPayload(() => undefined),
  },
}

const binary: Readonly<Record<string, Posted>> = {
  'a key': async (ping) => {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt'])
    return { value: { ...ping, payload: { key } } }
  },
  'a blob': (ping) => ({ value: { ...ping, payload: { blob: new Blob([secret]) } } }),
  'a buffer': (ping) => ({ value: { ...ping, payload: { buffer: new ArrayBuffer(8) } } }),
  bytes: (ping) => ({ value: { ...ping, payload: { bytes: new Uint8Array(8) } } }),
  'a stream': (ping) => {
    const stream = new ReadableStream()
    return { value: { ...ping, payload: { stream } }, transfer: [stream] }
  },
  'a port in the payload': (ping) => {
    const { port1 } = new MessageChannel()
    return { value: { ...ping, payload: { port1 } }, transfer: [port1] }
  },
  'a port beside an honest message': (ping) => ({ value: ping, transfer: [new MessageChannel().port1] }),
  'a picture': async (ping) => {
    const picture = await createImageBitmap(new ImageData(1, 1))
    return { value: { ...ping, payload: { picture } } }
  },
}

/** Answered with an error that names the place, never the value. */
const answered: Readonly<Record<string, Readonly<Record<string, Forge>>>> = {
  C03: {
    'an unknown field in the payload': (ping) => ({ ...ping, payload: { extra: secret } }),
    'a record in an empty payload': (ping) => ({ ...ping, payload: { deep: { extra: secret } } }),
  },
}

/** One message of these closes the port. */
const closing: Readonly<Record<string, Posted>> = {
  '64 MB of text': (ping) => ({ value: { ...ping, payload: { text: 'x'.repeat(64 * 1024 * 1024) } } }),
  'an array of 400 000 objects': (ping) => ({
    value: { ...ping, payload: { list: Array.from({ length: 400_000 }, () => ({})) } },
  }),
  'more keys than fit': (ping) => ({
    value: { ...ping, payload: Object.fromEntries(Array.from({ length: 12_000 }, (_, key) => [`k${key}`, 0])) },
  }),
  'a type of no contract': (ping) => ({ value: { ...ping, type: 'SELF_DESTRUCT' } }),
  'a type named like a prototype’s': (ping) => ({ value: { ...ping, type: 'CONSTRUCTOR' } }),
}

const sets: Readonly<Record<string, Readonly<Record<string, Forge | Posted>>>> = {
  ...Object.fromEntries(Object.entries(silent).map(([id, forges]) => [`silent ${id}`, forges])),
  ...Object.fromEntries(Object.entries(answered).map(([id, forges]) => [`answered ${id}`, forges])),
  'silent C31': binary,
  closing,
}

const forged = async (set: string, index: number, peer: Peer): Promise<Forged> => {
  const forges = Object.values(sets[set] ?? {})
  const make = forges[index % forges.length]
  if (!make) throw new Error(`no forgery ${set}`)
  const made: unknown = await make(peer.message('PING'), peer)
  return isForged(made) ? made : { value: made }
}
const isForged = (made: unknown): made is Forged =>
  typeof made === 'object' && made !== null && Object.hasOwn(made, 'value') && !Object.hasOwn(made, 'type')

export type Transcript = {
  /** For each message but the last: whether the victim still answered afterwards. */
  readonly alive: readonly boolean[]
  /** All other messages of the victim. */
  readonly said: readonly Message[]
}

let last: (() => void) | undefined

/**
 * Defers an action that may end the session and thereby remove this document. The spec runs it with `end`, when it has
 * its answer.
 */
export const afterwards = (act: () => void): void => {
  last = act
}

export function end(): void {
  if (!last) throw new Error('nothing is left to be done')
  last()
  last = undefined
}

/** Posts nine forgeries of a set, in turn: eight are tolerated, the ninth closes the port. */
export async function strike(peer: Peer, set: string): Promise<Transcript> {
  const alive: boolean[] = []
  const honest = new Set<string>()
  const start = peer.heard.length
  for (let index = 0; index < 9; index++) {
    const { value, transfer } = await forged(set, index, peer)
    if (index === 8) {
      afterwards(() => peer.post('app', value, transfer))
      break
    }
    peer.post('app', value, transfer)
    const ping = peer.message('PING')
    honest.add(ping.id)
    peer.post('app', ping)
    alive.push(await peer.until(() => peer.isAnswered(ping.id)))
  }
  const answers = peer.heard.slice(start).map(({ message }) => message)
  return { alive, said: answers.filter(({ id, type }) => !honest.has(id ?? '') && /_(SUCCESS|ERROR)$/.test(type)) }
}

/** Posts one forgery by name. */
export async function postForged(peer: Peer, set: string, name: string): Promise<void> {
  const index = Object.keys(sets[set] ?? {}).indexOf(name)
  const { value, transfer } = await forged(set, index, peer)
  afterwards(() => peer.post('app', value, transfer))
}
