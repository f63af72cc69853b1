/** Conformance vectors: for every message, valid and hostile examples with the expected verdict. Format: `protocol/README.md`. */
import { allowlist } from '../../protocol/src/allowlist/index.ts'
import { type Contract, contracts } from '../../protocol/src/contracts/describe.ts'
import { Hello, Init, Ready } from '../../protocol/src/contracts/handshake.ts'
import { WireError } from '../../protocol/src/contracts/wire-error.ts'
import type { ErrorCode } from '../../protocol/src/errors.ts'
import { limits } from '../../protocol/src/limits.ts'
import { type Namespace, namespaces } from '../../protocol/src/scalars/caip.ts'
import { generate } from './generate.ts'
import { foreignValues, type Hostile, misfits, objectsIn, prototypesIn, stillFits } from './hostile.ts'
import { createRandom, seedOf } from './random.ts'
import { isOptional, type JsonSchema, toJson } from './schemas.ts'
import { type Session, sessions } from './sessions.ts'
import type { Change, Tagged } from './tagged.ts'

export interface Valid {
  name: string
  message: Tagged
}
export interface Refused extends Change {
  name: string
  /** Index of the valid message that is changed. */
  of: number
  reason: ErrorCode
  /** The refusal closes the port at once. */
  closes?: true
}
export interface ValidAnswer extends Valid {
  settles: 'ok' | 'error'
}
export interface RefusedAnswer extends Refused {
  /** The error of the open call; absent if the call stays open. */
  call?: ErrorCode
}

export interface MessageVectors {
  link: Contract['link']
  port: string
  type: string
  kind: Contract['kind']
  from: string
  to: string
  epoch: number
  size: 'normal' | 'large'
  /** Messages delivered to `to`. */
  valid: Valid[]
  hostile: Refused[]
  /** Refusal when `valid[0]` is delivered to `from`; absent if that end receives the type too. */
  wrongDirection?: ErrorCode
  /** Messages delivered to `from`, which has one call of this type open. */
  answers?: { valid: ValidAnswer[]; hostile: RefusedAnswer[] }
}

/** Values for one schema without a channel: handshake messages and RPC params. */
export interface SchemaVectors {
  schema: string
  valid: Valid[]
  hostile: (Change & { name: string; of: number })[]
}
/** Params of a method that a wallet answers. */
export interface MethodVectors extends SchemaVectors {
  namespace: Namespace
  mayBeAbsent: boolean
}

const epoch = 7
const id = '6f1b0c1e-8d7a-4c55-9b1e-2f4a7c9d0e11'

/**
 * Changes of the first valid value that are hostile everywhere: to messages by their kind and by their size, to answers, and to values of
 * one schema.
 */
export interface Everywhere extends Record<MessageVectors['kind'] | MessageVectors['size'], Refused[]> {
  answer: RefusedAnswer[]
  /** Changes of the answer that is called `error`. */
  error: RefusedAnswer[]
  value: SchemaVectors['hostile']
}

/**
 * The content of each file below `protocol/test/vectors`, by its name without `.json`. The other files leave out what is in `everywhere`;
 * `read-vectors.ts` joins them.
 */
export interface VectorFiles {
  everywhere: Everywhere
  host: MessageVectors[]
  wallet: MessageVectors[]
  sessions: Session[]
  handshake: SchemaVectors[]
  rpc: MethodVectors[]
}

export function vectorFiles(): VectorFiles {
  return {
    everywhere: hostileEverywhere(),
    host: messagesOf('host'),
    wallet: messagesOf('wallet'),
    sessions: [...sessions],
    handshake: [
      schemaVectors('HELLO', toJson(Hello)),
      schemaVectors('INIT', toJson(Init)),
      schemaVectors('READY', toJson(Ready)),
    ],
    rpc: namespaces.flatMap((namespace) =>
      Object.entries(allowlist[namespace]).map(([method, { params }]) => ({
        namespace,
        ...schemaVectors(method, toJson(params)),
        mayBeAbsent: isOptional(params),
      })),
    ),
  }
}

/** A message that travels both ways is listed once. */
const messagesOf = (link: Contract['link']): MessageVectors[] => [
  ...new Map(
    contracts
      .filter((contract) => contract.link === link)
      .map((contract) => [`${contract.port}/${contract.type}`, vectorsOf(contract)]),
  ).values(),
]

function hostileEverywhere(): Everywhere {
  const refused = (problems: Iterable<Problem>) =>
    [...problems].map((one) => ({ reason: 'BAD_SHAPE' as const, ...one, of: 0 }))
  const ofKind = (kind: Contract['kind']) => refused([...hostileEnvelopes(kind), ...foreignValues(['payload'])])
  return {
    request: ofKind('request'),
    notification: ofKind('notification'),
    normal: refused(tooMuch(false)),
    large: refused(tooMuch(true)),
    error: [
      ...realMisfits(toJson(WireError), error, ['payload']).map(misfitAnswer),
      misfitAnswer({ name: 'error with a stack', at: ['payload', 'stack'], to: 'at x' }),
    ],
    answer: refused([...foreignValues(['payload']), ...hostileAnswers]),
    value: [...foreignValues([])].filter((one) => !isAbsent(one)).map((one) => ({ ...one, of: 0 })),
  }
}

function vectorsOf(contract: Contract): MessageVectors {
  const { link, port, type, kind, large } = contract
  const [from = '', to = ''] = contract.direction.split(' → ')
  const schema = toJson(contract.request)
  const envelope = (payload: Tagged): Tagged =>
    kind === 'request' ? { id, epoch, type, payload } : { epoch, type, payload }
  const payloads = validValues(schema, `${link}/${port}/${type}`)
  const valid = payloads.map(([name, payload]) => ({ name, message: envelope(payload) }))
  const full = payloads[0]?.[1] ?? {}
  const hostile = [...hostilePayloads(schema, full)].map((one) => ({ reason: 'BAD_SHAPE' as const, ...one, of: 0 }))
  const isMutual = contracts.some(
    (other) =>
      other.link === link && other.port === port && other.type === type && other.direction !== contract.direction,
  )
  return {
    link,
    port,
    type,
    kind,
    from,
    to,
    epoch,
    size: large ? 'large' : 'normal',
    valid,
    hostile,
    ...(isMutual ? {} : { wrongDirection: 'WRONG_DIRECTION' as const }),
    ...(contract.response ? { answers: answersOf(contract, contract.response) } : {}),
  }
}

function answersOf(contract: Contract, response: Contract['request']): NonNullable<MessageVectors['answers']> {
  const { link, port, type } = contract
  const schema = toJson(response)
  const payloads = validValues(schema, `${link}/${port}/${type}/answer`)
  const answer = (suffix: string, payload: Tagged): Tagged => ({
    id: { $: 'pendingId' },
    epoch,
    type: type + suffix,
    payload,
  })
  const valid: ValidAnswer[] = [
    ...payloads.map(([name, payload]) => ({ name, message: answer('_SUCCESS', payload), settles: 'ok' as const })),
    { name: 'error', message: answer('_ERROR', error), settles: 'error' },
    { name: 'error without reason', message: answer('_ERROR', { code: -32000, message: '' }), settles: 'error' },
  ]
  const full = payloads[0]?.[1] ?? {}
  const hostile: RefusedAnswer[] = [
    ...realMisfits(schema, full, ['payload']).map(misfitAnswer),
    ...[...prototypesIn(full, ['payload'])].map((one) => ({ ...one, of: 0, reason: 'BAD_SHAPE' as const })),
  ]
  return { valid, hostile }
}

const error = { code: 4001, message: 'The request was declined.', reason: 'USER_REJECTED', data: { a: [1] } }

const misfitAnswer = (one: Hostile): RefusedAnswer => ({
  ...one,
  of: 0,
  reason: 'BAD_SHAPE',
  // If the payload is not an object, the whole message is refused before any call is looked up.
  ...(one.at.length > 1 ? { call: 'BAD_SHAPE' as const } : {}),
})

const keyword: readonly [string, Tagged][] = [
  ['null', null],
  ['a text', 'PING'],
  ['a number', 7],
  ['a list', []],
  ['undefined', { $: 'undefined' }],
  ['a date', { $: 'date', value: 0 }],
  ['a map', { $: 'map' }],
  ['an error', { $: 'error', value: 'text' }],
]
const badIds: readonly [string, Tagged][] = [
  ['null', null],
  ['empty', ''],
  ['10 kB long', { $: 'repeat', value: 'a', count: 10_000 }],
  ['no uuid', 'request-1'],
  ['in upper case', id.toUpperCase()],
  ['a version 1 uuid', '6f1b0c1e-8d7a-1c55-9b1e-2f4a7c9d0e11'],
  ['a number', 7],
  ['an object', { id }],
]
const badEpochs: readonly Tagged[] = [0, -1, 1.5, '7', null, 2 ** 53]
const badTypes: readonly string[] = ['', 'ping', 'toString', '__proto__', 'PING ', 'ping_SUCCESS', `A${'B'.repeat(64)}`]

type Problem = Change & { name: string; reason?: ErrorCode; closes?: true; call?: ErrorCode }

const hostileAnswers: readonly Problem[] = [
  { name: 'id of no call', at: ['id'], to: id, reason: 'UNKNOWN_ID' },
  { name: 'without id', at: ['id'] },
  { name: 'another epoch', at: ['epoch'], to: epoch - 1, reason: 'STALE_EPOCH' },
  {
    name: 'answer to another type',
    at: ['type'],
    to: 'SOME_OTHER_SUCCESS',
    reason: 'TYPE_MISMATCH',
    call: 'TYPE_MISMATCH',
  },
]

function* hostileEnvelopes(kind: Contract['kind']): Generator<Problem> {
  for (const [name, to] of keyword) yield { name: `the message is ${name}`, at: [], to }
  for (const [name, to] of badIds) yield { name: `id is ${name}`, at: ['id'], to }
  if (kind === 'request') yield { name: 'request without id', at: ['id'] }
  else yield { name: 'notification with an id', at: ['id'], to: id }
  for (const to of badEpochs) yield { name: `epoch is ${JSON.stringify(to)}`, at: ['epoch'], to }
  yield { name: 'without epoch', at: ['epoch'] }
  yield { name: 'an earlier epoch', at: ['epoch'], to: epoch - 1, reason: 'STALE_EPOCH' }
  yield { name: 'a later epoch', at: ['epoch'], to: epoch + 1, reason: 'STALE_EPOCH' }
  for (const to of badTypes) yield { name: `type is ${JSON.stringify(to.slice(0, 20))}`, at: ['type'], to }
  yield { name: 'type is a number', at: ['type'], to: 7 }
  yield { name: 'without type', at: ['type'] }
  yield { name: 'an unknown type', at: ['type'], to: 'NO_SUCH_TYPE', reason: 'UNKNOWN_TYPE', closes: true }
  yield { name: 'unknown field in the envelope', at: ['unexpected'], to: true }
  for (const key of ['__proto__', 'constructor', 'prototype'])
    yield { name: `own ${key} in the envelope`, at: [key], to: { polluted: true } }
  yield { name: 'without payload', at: ['payload'] }
  yield { name: 'payload is null', at: ['payload'], to: null }
}

function* hostilePayloads(schema: JsonSchema, full: Tagged): Generator<Problem> {
  yield* realMisfits(schema, full, ['payload'])
  for (const [value, at] of objectsIn(full, ['payload'])) yield* prototypesIn(value, at)
  const [first] = typeof full === 'object' && full !== null ? Object.keys(full) : []
  if (first) yield* foreignValues(['payload', first])
}

function* tooMuch(large: boolean): Generator<Problem> {
  const { nodes, size } = large ? { nodes: limits.nodesLarge, size: limits.sizeLarge } : limits
  const at = ['payload', 'unexpected']
  const deep = limits.depth - 1
  yield { name: `${limits.depth + 1} levels`, at, to: { $: 'nest', depth: deep }, reason: 'TOO_DEEP' }
  yield { name: '1000 levels', at, to: { $: 'nest', depth: 998 }, reason: 'TOO_DEEP' }
  yield { name: '2000 levels', at, to: { $: 'nest', depth: 1998 }, reason: 'TOO_DEEP' }
  yield {
    name: 'a text of all the size',
    at,
    to: { $: 'repeat', value: 'x', count: size },
    reason: 'TOO_LARGE',
    closes: true,
  }
  yield {
    name: 'a key of all the size',
    at: ['payload'],
    to: { $: 'own', key: { $: 'repeat', value: 'k', count: size }, value: 0 },
    reason: 'TOO_LARGE',
    closes: true,
  }
  yield { name: 'too many values', at, to: { $: 'fill', value: 0, count: nodes }, reason: 'TOO_LARGE', closes: true }
  yield { name: 'one object many times', at, to: { $: 'shared', count: nodes }, reason: 'TOO_LARGE', closes: true }
  yield {
    name: 'an enormous list without elements',
    at,
    to: { $: 'sparse', length: 2 ** 32 - 1 },
    reason: 'TOO_LARGE',
    closes: true,
  }
}

function schemaVectors(schema: string, json: JsonSchema): SchemaVectors {
  const values = validValues(json, schema)
  const full = values[0]?.[1] ?? null
  return {
    schema,
    valid: values.map(([name, message]) => ({ name, message })),
    hostile: [...realMisfits(json, full, []), ...prototypesIn(full, [])].map((one) => ({ ...one, of: 0 })),
  }
}

const realMisfits = (schema: JsonSchema, value: Tagged, at: string[]): Hostile[] =>
  [...misfits(schema, value, at)].filter((one) => !stillFits(schema, value, one, at))

/** Some methods allow it. */
const isAbsent = ({ to }: Change): boolean =>
  typeof to === 'object' && to !== null && !Array.isArray(to) && to.$ === 'undefined'

function validValues(schema: JsonSchema, seed: string): [string, Tagged][] {
  const random = createRandom(seedOf(seed))
  const styles = ['full', 'minimal', 'random', 'random', 'random'] as const
  const values = styles.map((style, index): [string, Tagged] => [
    style === 'random' ? `random ${index - 1}` : style,
    generate(schema, style, random),
  ])
  const known = new Set<string>()
  return values.filter(([, value]) => {
    const text = JSON.stringify(value)
    return !known.has(text) && known.add(text)
  })
}
