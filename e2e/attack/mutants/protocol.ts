/** Mutants for the protocol: window checks, handshake, pre-walk, channel, contracts. */
import { type Mutant, weaken, weakenUnit } from './mutant.ts'

const peer = 'protocol/src/window-peer.ts'
const handshake = 'protocol/src/handshake.ts'
const link = 'protocol/src/link.ts'
const channel = 'protocol/src/channel.ts'
const calls = 'protocol/src/channel/calls.ts'
const served = 'protocol/src/channel/serving-state.ts'
const walk = 'protocol/src/walk.ts'
const natives = 'protocol/src/natives.ts'
const values = 'protocol/src/scalars/values.ts'

const sourceCheck = { file: peer, find: ' || readSource(event) !== source', replace: '' }
const originCheck = {
  file: peer,
  find: `if (typeof origin !== 'string' || !peer.origins.includes(origin)) return onStranger?.()`,
  replace: `if (typeof origin !== 'string') return onStranger?.()`,
}

const door: readonly Mutant[] = [
  weaken('C16', 'forged events pass the window check', peer, '!event.isTrusted || !source', '!source'),
  weaken('T5', 'forged events of a script in the page pass', peer, '!event.isTrusted || !source', '!source'),
  { case: 'C13', name: 'the source of a message is not compared', edits: [sourceCheck] },
  { case: 'C18', name: 'the source is not compared, beside a sibling', edits: [sourceCheck] },
  { case: 'T9', name: 'the source is not compared, for a port that is offered', edits: [sourceCheck] },
  { case: 'C15', name: 'the origin of a message is not compared', edits: [originCheck] },
  { case: 'C23', name: 'the origin is not compared, where a frame has gone away', edits: [originCheck] },
  { case: 'C12', name: 'neither source nor origin is compared', edits: [sourceCheck, originCheck] },
  { case: 'C14', name: 'neither is compared, for a window without an origin', edits: [sourceCheck, originCheck] },
  {
    case: 'C14',
    name: 'the origin is not compared, where the frame itself has none',
    edits: [originCheck],
    isUnit: true,
  },
  { case: 'T10', name: 'neither is compared, for HELLO', edits: [sourceCheck, originCheck] },
  { case: 'T10', name: 'the source of HELLO is not compared', edits: [sourceCheck] },
  { case: 'T10', name: 'the origin of HELLO is not compared', edits: [originCheck], isUnit: true },
  weaken(
    'C12',
    'data is read before the sender is known',
    peer,
    'const source = peer.window()',
    'if (event.data === onStranger) return\n    const source = peer.window()',
  ),
  weaken(
    'T11',
    'data of a flood is read before the sender is known',
    peer,
    'const source = peer.window()',
    'if (event.data === onStranger) return\n    const source = peer.window()',
  ),
  weaken(
    'T11',
    'the frame’s floods of the window are deserialised without limit',
    link,
    'readings.take() ? readMessage(Hello, readData(event)) : undefined',
    'readMessage(Hello, readData(event))',
  ),
  weaken('C16', 'forged events pass on a port', 'protocol/src/transport.ts', 'if (!event.isTrusted) return', ''),
  weaken(
    'C31',
    'ports beside a message are not reported',
    'protocol/src/transport.ts',
    'onMessage(readData(event), smuggled.length > 0)',
    'onMessage(readData(event), false)',
  ),
  weakenUnit(
    'C31',
    'ports beside a message stay open',
    'protocol/src/transport.ts',
    'for (const extra of smuggled) extra.close()',
    '',
  ),
  weakenUnit(
    'C21',
    'a port that is sent several times is counted each time',
    link,
    'new Set(sent).size',
    'sent.length',
  ),
  {
    case: 'C17',
    name: 'identity is read through functions that the page may replace',
    edits: [
      {
        file: natives,
        find: `export const readOrigin = getter(messageEvent, 'origin')`,
        replace: 'export const readOrigin = (event: MessageEvent): unknown => event.origin',
      },
      {
        file: natives,
        find: `export const readSource = getter(messageEvent, 'source')`,
        replace: 'export const readSource = (event: MessageEvent): unknown => event.source',
      },
    ],
  },
  weaken(
    'T25',
    'messages are posted through functions that the page may replace',
    natives,
    'portPost ? calling<Post>(portPost) : () => {}',
    '(port, message) => port.postMessage(message)',
  ),
]

const hands: readonly Mutant[] = [
  {
    case: 'C20',
    name: 'a second INIT is taken',
    edits: [
      {
        file: handshake,
        find: `return [{ at: 'live', init }, [{ do: 'accept', ready }]]`,
        replace: `return [state, [{ do: 'accept', ready }]]`,
      },
      { file: link, find: '        stop()\n        const transports', replace: '        const transports' },
    ],
  },
  weaken('C22', 'INIT needs no nonce of this HELLO', handshake, 'init.nonce === state.nonce &&', ''),
  weaken('C22', 'INIT of the other link is taken', handshake, 'init.link === state.link &&', '', '[wallet]'),
  weaken('C21', 'any number of ports will do', handshake, 'event.ports === state.ports &&', ''),
  weaken(
    'C40',
    'any version is taken in INIT',
    handshake,
    'init.version >= mine.min &&\n    init.version <= mine.max',
    'true',
  ),
  weaken(
    'T26',
    'a range without a common version is taken',
    handshake,
    'highest >= Math.max(mine.min, theirs.min)',
    'highest >= mine.min || theirs.min > mine.max',
    '[page]',
  ),
  weaken(
    'C22',
    'READY needs no nonce of this offer',
    handshake,
    ' || event.ready.payload.nonce !== state.hostNonce',
    '',
    '[page]',
  ),
  weaken('C22', 'READY of another epoch is taken', handshake, ' || event.ready.epoch !== state.epoch', '', '[page]'),
  weaken(
    'C39',
    'a first message other than READY is tolerated',
    link,
    `if (state.at !== 'live') transports[first].close()`,
    '',
    '[page]',
  ),
  weaken(
    'T21',
    'HELLO reveals an earlier visit',
    link,
    'buildId: options.buildId,',
    'buildId: options.buildId + localStorage.length,',
  ),
  weaken(
    'C06',
    'a reloaded frame keeps its epoch',
    handshake,
    'epoch: state.epoch + 1',
    'epoch: state.epoch || 1',
    'recorded',
  ),
]

const pace: readonly Mutant[] = [
  weaken('C27', 'a flood is processed to its end', channel, `if (!incoming.take()) return end('FLOOD')`, ''),
  weaken('C28', 'messages may be of any size', 'protocol/src/limits.ts', 'size: 64 * 1024,', 'size: 2 ** 40,'),
  weaken(
    'C32',
    'unreadable messages are tolerated forever',
    channel,
    '(++unreadable >= limits.unreadable ? end : refuse)',
    'refuse',
  ),
  weaken(
    'C42',
    'any number of requests runs at a time',
    channel,
    'if (servings.size >= limits.inFlight)',
    'if (false)',
  ),
  weaken(
    'C01',
    'malformed messages are tolerated forever',
    channel,
    'if (++strikes > limits.strikes)',
    'if (++strikes > 1e9)',
  ),
]

const shapes: readonly Mutant[] = [
  weaken(
    'C30',
    'nothing is walked on receipt',
    channel,
    'const { verdict, size } = judge(data, walkLimits(seen.type))',
    `const { verdict, size } = { verdict: 'ok' as ReturnType<typeof judge>['verdict'], size: 0 }`,
  ),
  weaken(
    'C02',
    'keys may name prototypes',
    walk,
    `if (key === '__proto__' || key === 'constructor' || key === 'prototype') return`,
    'if (false) return',
  ),
  weaken('C29', 'nesting is unlimited', walk, 'if (path.length >= limits.depth) return', 'if (false) return'),
  weaken('C30', 'cycles are not seen', walk, 'if (path.includes(node)) return', 'if (false) return', '[page]'),
  weaken('C34', 'NaN and Infinity are numbers', walk, 'if (!Number.isFinite(value)) return', 'if (false) return'),
  weaken(
    'C34',
    'lists may have holes and properties',
    walk,
    '(keys.length !== (node as unknown[]).length ||\n      (keys.length > 0 && keys[keys.length - 1] !== String(keys.length - 1)))',
    'keys.length > 1e9',
  ),
  weaken(
    'C31',
    'anything with keys is plain',
    walk,
    'if (isArray ? prototype !== plainList : prototype !== plain && prototype !== null) return',
    '',
  ),
  weaken('C34', '-0 stays', walk, 'return value === 0 ? 0 : value', 'return value', '[page]'),
  weaken(
    'C03',
    'unknown fields pass in the page',
    'host-sdk/engine/zod-mini.ts',
    'for (const key of Object.keys(given)) if (!Object.hasOwn(shape, key)) at(key, never(), given)',
    '',
    '[page]',
  ),
  weaken(
    'C03',
    'payloads of requests are not parsed',
    channel,
    'const request = parse(schema, payload)',
    'const request = { ok: true as boolean, value: payload, at: String(schema) }',
  ),
  weaken(
    'C03',
    'errors repeat what was sent',
    'protocol/src/parse.ts',
    'at: at.map(String)',
    'at: [JSON.stringify(value)]',
    '[modal]',
  ),
  weaken(
    'C04',
    'anything is an id',
    'protocol/src/envelope.ts',
    'id: z.optional(z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)))',
    'id: z.optional(z.string())',
  ),
  weaken(
    'C11',
    'messages of errors have no cap',
    'protocol/src/contracts/wire-error.ts',
    'z.string().check(z.maxLength(limits.errorMessage))',
    'z.string()',
  ),
  weaken('C37', 'an address may go on', values, '/^0x[0-9a-fA-F]{40}$/', '/^0x[0-9a-fA-F]{40}/'),
  weaken(
    'C37',
    'chain ids may be any number',
    values,
    '/^0x([1-9a-fA-F][0-9a-fA-F]{0,6}|[1-7][0-9a-fA-F]{7})$/',
    '/^0x[0-9a-fA-F]+$/',
  ),
  weaken(
    'T15',
    'a picture may be an address',
    values,
    'z.regex(/^data:image\\/(png|jpeg|webp|gif|svg\\+xml)[;,]/)',
    'z.regex(/^./)',
    'invented names and pictures',
  ),
  weaken(
    'C51',
    'a colour may be anything',
    'protocol/src/contracts/shapes/theme.ts',
    'const Colour = z.string().check(',
    'const Colour = z.string()\nexport const unused = z.string().check(',
  ),
  weaken(
    'C51',
    'a font may be anything',
    'protocol/src/contracts/shapes/theme.ts',
    'fontFamily: z.optional(FontFamily)',
    'fontFamily: z.optional(z.string())',
  ),
]

const answers: readonly Mutant[] = [
  weaken(
    'C06',
    'messages of another epoch are taken',
    channel,
    `if (parsed.value.epoch !== epoch) return strike('STALE_EPOCH')`,
    '',
  ),
  {
    case: 'C05',
    name: 'an id may be used again after its end',
    edits: [
      {
        file: served,
        find: `done: { requested: replayed('done'), refused: replayed('done') },`,
        replace: `done: { requested: ['running', 'run'], refused: replayed('done') },`,
      },
    ],
  },
  weaken(
    'C05',
    'an id may be used again while it runs',
    served,
    `asking: {\n    requested: replayed('asking'),`,
    `asking: {\n    requested: ['asking', 'run'],`,
    'person',
  ),
  weaken(
    'C07',
    'answers to unknown requests are not counted',
    channel,
    `if (type === undefined) return calls.isRetired(id) ? refuse('UNKNOWN_ID') : strike('UNKNOWN_ID')`,
    'if (type === undefined) return',
  ),
  weaken(
    'C08',
    'a second answer is a strike',
    channel,
    `return calls.isRetired(id) ? refuse('UNKNOWN_ID') : strike('UNKNOWN_ID')`,
    `return strike('UNKNOWN_ID')`,
  ),
  weaken('C10', 'any answer fits any call', channel, `if (type !== of) return fail('TYPE_MISMATCH')`, ''),
  weaken(
    'C11',
    'answers are not parsed',
    channel,
    'const answer = schema && parse(schema, payload)',
    'const answer = schema && { ok: true as const, value: payload }',
  ),
  weaken(
    'C38',
    'directions may be confused',
    channel,
    `if (own(receives.answers, type) || options.tells.includes(type)) return strike('WRONG_DIRECTION')`,
    '',
  ),
  weaken(
    'T7',
    'an unknown type is only a strike',
    channel,
    `end('UNKNOWN_TYPE')`,
    `strike('UNKNOWN_TYPE')`,
    'contract',
  ),
  weaken('C09', 'calls wait forever', calls, `if (call.deadline <= at) happens(id, 'due', failed('TIMEOUT'))`, ''),
  weaken(
    'C52',
    'a clock that jumps ends calls at once',
    calls,
    'if (!call.graced && call.deadline < until)',
    'if (at < 0)',
  ),
  weaken(
    'C41',
    'a cancel is ignored',
    channel,
    `return type === 'CANCEL' ? servings.happens(id, 'cancelled') : progressed(id)`,
    `return type === 'CANCEL' ? undefined : progressed(id)`,
  ),
  weaken(
    'T23',
    'outgoing messages are not parsed',
    channel,
    'const schema = schemas && own(schemas, type)',
    'const schema = undefined',
  ),
  weaken(
    'C33',
    'outgoing messages are not checked',
    channel,
    `if (verdict !== 'ok') throw refused(new AirlockError(verdict === 'BAD_SHAPE' ? 'SEND_FAILED' : verdict))`,
    '',
  ),
  weaken(
    'C33',
    'outgoing messages are not copied',
    channel,
    'return { message: copy, size, isRequest }',
    'return { message, size, isRequest }',
    'getter',
  ),
]

export const protocol: readonly Mutant[] = [...door, ...hands, ...pace, ...shapes, ...answers]
