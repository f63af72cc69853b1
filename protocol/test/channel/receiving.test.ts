/** What a channel refuses on receipt, with the reason, and what it answers. */
import { expect, test, vi } from 'vitest'
import { AirlockError } from '../../src/errors.ts'
import { limits } from '../../src/limits.ts'
import { idle, idOf, outcomeOf, settled, subject } from '../support/peer.ts'

test('a request runs its handler once and is answered under its id', async () => {
  const open = vi.fn(() => ({ view: 'Connect' }))
  const { say, port } = subject({ handlers: { OPEN: open } })
  say('OPEN', { view: 'Connect' }, idOf(1))
  await settled()
  expect(open).toHaveBeenCalledExactlyOnceWith({ view: 'Connect' }, expect.anything())
  expect(port.sent).toEqual([{ id: idOf(1), epoch: 7, type: 'OPEN_SUCCESS', payload: { view: 'Connect' } }])
})

test('CLOSE is a request of the host link like any other; only BYE ends the port', async () => {
  const close = vi.fn(() => ({ closed: true }))
  const { say, port, closes } = subject({ handlers: { CLOSE: close } })
  say('CLOSE', { reason: 'escape' }, idOf(1))
  await settled()
  expect(close).toHaveBeenCalledOnce()
  expect(closes).toEqual([])
  say('BYE', { reason: 'DESTROYED' })
  expect(closes).toEqual(['PEER_GONE'])
  expect(port.sent.map((message) => message.type)).toEqual(['CLOSE_SUCCESS'])
})

test.each([
  ['ports smuggled with a message [C31]', { epoch: 7, type: 'PING', payload: {}, id: idOf(1) }, true, 'BAD_SHAPE'],
  ['no object', 'PING', false, 'BAD_SHAPE'],
  ['a null', null, false, 'BAD_SHAPE'],
  ['an id that is no uuid [C04]', { id: '1', epoch: 7, type: 'PING', payload: {} }, false, 'BAD_SHAPE'],
  ['a request without id', { epoch: 7, type: 'PING', payload: {} }, false, 'BAD_SHAPE'],
  ['a payload that is a list', { id: idOf(1), epoch: 7, type: 'PING', payload: [] }, false, 'BAD_SHAPE'],
  ['another epoch [C06]', { id: idOf(1), epoch: 6, type: 'PING', payload: {} }, false, 'STALE_EPOCH'],
  ['a type in lower case', { id: idOf(1), epoch: 7, type: 'ping', payload: {} }, false, 'BAD_SHAPE'],
  ['an inherited name as type', { id: idOf(1), epoch: 7, type: 'toString', payload: {} }, false, 'BAD_SHAPE'],
  ['a request of ours [C38]', { id: idOf(1), epoch: 7, type: 'UI_CLOSE', payload: {} }, false, 'WRONG_DIRECTION'],
  ['a notification of ours [C38]', { epoch: 7, type: 'STATE', payload: {} }, false, 'WRONG_DIRECTION'],
  [
    'an answer for an id never sent [C07]',
    { id: idOf(1), epoch: 7, type: 'PING_SUCCESS', payload: {} },
    false,
    'UNKNOWN_ID',
  ],
  ['an answer without id', { epoch: 7, type: 'PING_SUCCESS', payload: {} }, false, 'BAD_SHAPE'],
  ['progress for an id never sent', { id: idOf(1), epoch: 7, type: 'PROGRESS', payload: {} }, false, 'UNKNOWN_ID'],
  ['progress with a payload', { id: idOf(1), epoch: 7, type: 'PROGRESS', payload: { a: 1 } }, false, 'BAD_SHAPE'],
  ['a cancel without id', { epoch: 7, type: 'CANCEL', payload: {} }, false, 'BAD_SHAPE'],
] as const)('%s is refused without an answer', async (_, message, hasPorts, reason) => {
  const ping = vi.fn(() => ({}))
  const { port, refusals } = subject({ handlers: { PING: ping } })
  port.deliver(structuredClone(message), hasPorts)
  await settled()
  expect(refusals).toEqual([reason])
  expect(ping).not.toHaveBeenCalled()
  expect(port.sent).toEqual([])
  expect(port.isClosed).toBe(false)
})

test('a notification with an id is refused', async () => {
  const warning = vi.fn()
  const { say, refusals } = subject({ listeners: { WARNING: warning } }, ['host', 'host', 'app'])
  say('WARNING', { code: 'ABC', text: 'a' }, idOf(1))
  say('WARNING', { code: 'ABC', text: 'a' })
  await settled()
  expect(refusals).toEqual(['BAD_SHAPE'])
  expect(warning).toHaveBeenCalledOnce()
})

test('a request with a wrong payload is answered with the path, never the value [C03]', async () => {
  const { say, port, refusals } = subject()
  say('SWITCH_NETWORK', { chainId: 'attacker text' }, idOf(1))
  await settled()
  expect(refusals).toEqual(['BAD_SHAPE'])
  expect(port.sent).toMatchObject([{ id: idOf(1), type: 'SWITCH_NETWORK_ERROR', payload: { reason: 'BAD_SHAPE' } }])
  expect(JSON.stringify(port.sent)).toContain('chainId')
  expect(JSON.stringify(port.sent)).not.toContain('attacker')
})

test('an id is refused while in flight and after completion; the handler ran once [C05]', async () => {
  const ping = vi.fn(() => ({}))
  const { say, port, refusals } = subject({ handlers: { PING: ping } })
  say('PING', {}, idOf(1))
  say('PING', {}, idOf(1))
  await settled()
  say('PING', {}, idOf(1))
  await settled()
  expect(ping).toHaveBeenCalledOnce()
  expect(refusals).toEqual(['DUPLICATE_ID', 'DUPLICATE_ID'])
  expect(port.sent).toHaveLength(1)
})

test('an id in flight stays refused after more ids than the memory holds', async () => {
  const signals: AbortSignal[] = []
  const { channel, say, refusals } = subject({
    handlers: { CONNECT: (_, { signal }) => new Promise(() => signals.push(signal)), PING: () => ({}) },
    limits: { rate: 1e9, burst: 1e9 },
  })
  say('CONNECT', {}, idOf(1))
  await settled()
  for (let count = 0; count < limits.rememberedIds; count++) {
    say('PING', {}, idOf(count + 2))
    await settled()
  }
  say('CONNECT', {}, idOf(1))
  await settled()
  expect(refusals).toEqual(['DUPLICATE_ID'])
  expect(signals).toHaveLength(1)
  channel.close('DESTROYED')
  expect(signals[0]?.aborted).toBe(true)
})

test('an answer of another type rejects the call with TYPE_MISMATCH [C10]', async () => {
  const { channel, port, say, refusals } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  say('PING_SUCCESS', {}, port.sent[0]?.id)
  await settled()
  expect(call).toEqual({ settlements: 1, code: 'TYPE_MISMATCH', ok: false })
  expect(refusals).toEqual(['TYPE_MISMATCH'])
  expect(channel.pending).toEqual(idle)
})

test('the first of two answers wins, the second is counted [C08]', async () => {
  const { channel, port, say, refusals } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  say('UI_CLOSE_SUCCESS', {}, port.sent[0]?.id)
  say('UI_CLOSE_ERROR', { code: 4001, message: 'no' }, port.sent[0]?.id)
  await settled()
  expect(call).toEqual({ settlements: 1, code: undefined, ok: true })
  expect(refusals).toEqual(['UNKNOWN_ID'])
})

test('an answer with a wrong payload rejects the call', async () => {
  const { channel, port, say } = subject()
  const call = outcomeOf(channel.request('LINK_OPEN', { url: 'https://a.example', target: 'blank' }))
  say('LINK_OPEN_SUCCESS', { opened: 1 }, port.sent[0]?.id)
  await settled()
  expect(call).toEqual({ settlements: 1, code: 'BAD_SHAPE', ok: false })
})

test.each([
  ['extra fields', { code: 4001, message: 'no', stack: 'at evil' }],
  ['a code in words', { code: '4001', message: 'no' }],
  ['a fractional code', { code: 1.5, message: 'no' }],
  ['a text that is too long', { code: 4001, message: 'x'.repeat(513) }],
])('an error answer with %s is not rebuilt [C11]', async (_, payload) => {
  const { channel, port, say } = subject()
  const call = outcomeOf(channel.request('PING', {}))
  say('PING_ERROR', payload, port.sent[0]?.id)
  await settled()
  expect(call.code).toBe('BAD_SHAPE')
})

test('an error answer keeps number, text and data, and unknown reasons fall back on the number', async () => {
  const { channel, port, say } = subject()
  const call = channel.request('PING', {})
  say('PING_ERROR', { code: 4001, message: 'no', reason: 'NEVER_HEARD', data: { a: 1 } }, port.sent[0]?.id)
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AirlockError)
  expect(error).toMatchObject({ code: 'USER_REJECTED', rpcCode: 4001, message: 'no', data: { a: 1 } })
})

test('the 65th concurrent request is BUSY, the others go on [C42]', async () => {
  const { channel, say, last, refusals } = subject({ handlers: { PING: () => new Promise<object>(() => {}) } })
  for (let count = 1; count <= 65; count++) say('PING', {}, idOf(count))
  await settled()
  expect(channel.pending.handlers).toBe(64)
  expect(refusals).toEqual(['BUSY'])
  expect(last('PING_ERROR')).toMatchObject({ id: idOf(65), payload: { reason: 'BUSY' } })
  channel.close('DESTROYED')
})

test('strikes close the port with PROTOCOL_VIOLATION: eight are borne, the ninth is not', async () => {
  const { say, closes, refusals, last } = subject()
  for (let count = 0; count < 8; count++) say('PING_SUCCESS', {}, idOf(count))
  expect(closes).toEqual([])
  for (let count = 8; count < 30; count++) say('PING_SUCCESS', {}, idOf(count))
  expect(closes).toEqual(['PROTOCOL_VIOLATION'])
  expect(refusals.filter((reason) => reason === 'UNKNOWN_ID')).toHaveLength(9)
  expect(last('BYE').payload).toEqual({ reason: 'PROTOCOL_VIOLATION' })
})

test('an unknown type closes the port', () => {
  const { say, closes } = subject()
  say('NO_SUCH_TYPE', {}, idOf(1))
  expect(closes).toEqual(['UNKNOWN_TYPE'])
})

test('the third unreadable message closes the port [C32]', () => {
  const { port, closes, refusals } = subject()
  for (let count = 0; count < 5; count++) port.deliverUnreadable()
  expect(refusals).toEqual(['UNREADABLE', 'UNREADABLE', 'UNREADABLE'])
  expect(closes).toEqual(['UNREADABLE'])
})

test('one message beyond the size closes the port before any schema sees it [C28]', () => {
  const { say, closes } = subject()
  say('OPEN', { view: 'x'.repeat(limits.size) }, idOf(1))
  expect(closes).toEqual(['TOO_LARGE'])
})

test('a large type may be large, up to its own limit', async () => {
  const locale = (texts: number) => ({
    locale: 'en',
    dir: 'ltr',
    messages: Object.fromEntries(Array.from({ length: texts }, (_, index) => [`key.${index}`, 'x'.repeat(1000)])),
  })
  const sync = vi.fn(() => ({}))
  const { say, closes } = subject({ handlers: { SYNC_LOCALE: sync } })
  say('SYNC_LOCALE', locale(900), idOf(1))
  await settled()
  expect(sync).toHaveBeenCalledOnce()
  say('SYNC_LOCALE', locale(1100), idOf(2))
  expect(closes).toEqual(['TOO_LARGE'])
})

test('after close nothing is heard, run or answered [C39]', async () => {
  const ping = vi.fn(() => ({}))
  const transport = subject({ handlers: { PING: ping } })
  transport.say('PING', {}, idOf(1))
  transport.channel.close('DESTROYED')
  transport.say('PING', {}, idOf(2))
  await settled()
  expect(ping).toHaveBeenCalledTimes(1)
  expect(transport.port.sent.map((message) => message.type)).toEqual(['BYE'])
})

test('a listener that throws is our fault: counted, no strike', () => {
  const { say, refusals, closes } = subject(
    {
      listeners: {
        WARNING: () => {
          throw new Error('ours')
        },
      },
    },
    ['host', 'host', 'app'],
  )
  for (let count = 0; count < 20; count++) say('WARNING', { code: 'ABC', text: 'a' })
  expect(new Set(refusals)).toEqual(new Set(['INTERNAL']))
  expect(closes).toEqual([])
})

test('an audit hook that throws does not keep a port open', () => {
  const { port, closes, say } = subject({
    onRefusal() {
      throw new Error('audit is full')
    },
  })
  expect(() => say('NO_SUCH_TYPE', {}, idOf(1))).not.toThrow()
  expect(closes).toEqual(['UNKNOWN_TYPE'])
  expect(port.isClosed).toBe(true)
})

const trap = () => {
  throw new Error('secret text')
}
const hostile = new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap, ownKeys: trap })
test.each([
  ['a proxy', hostile],
  ['an error with a stack', Object.assign(new Error('secret text'), { code: 4001 })],
  ['a string', 'secret text'],
  ['nothing', undefined],
  ['an object that claims to be ours', Object.create(AirlockError.prototype, { message: { get: trap } })],
])('a handler that throws %s is answered with INTERNAL and none of its text', async (_, thrown) => {
  const { channel, say, port } = subject({
    handlers: {
      PING: () => {
        throw thrown
      },
    },
  })
  say('PING', {}, idOf(1))
  await settled()
  expect(port.sent).toMatchObject([{ type: 'PING_ERROR', payload: { code: -32603, reason: 'INTERNAL' } }])
  expect(JSON.stringify(port.sent)).not.toContain('secret')
  expect(channel.pending).toEqual(idle)
})

test('our own errors keep their number; one that is no integer becomes the table’s', async () => {
  const thrown = [new AirlockError('USER_REJECTED'), new AirlockError('WALLET_FAILED', { rpcCode: Number.NaN })]
  const { say, port } = subject({
    handlers: {
      PING: () => {
        throw thrown.shift()
      },
    },
  })
  say('PING', {}, idOf(1))
  say('PING', {}, idOf(2))
  await settled()
  expect(port.sent.map((message) => message.payload)).toMatchObject([
    { code: 4001, reason: 'USER_REJECTED' },
    { code: -32000, reason: 'WALLET_FAILED' },
  ])
})

test('closing from inside a handler or a listener is safe', async () => {
  const inner = subject({
    handlers: {
      PING: () => {
        inner.channel.close('DESTROYED')
        return {}
      },
    },
  })
  inner.say('PING', {}, idOf(1))
  inner.say('PING', {}, idOf(2))
  await settled()
  expect(inner.port.sent.map((message) => message.type)).toEqual(['BYE'])
  expect(inner.closes).toEqual(['DESTROYED'])
  expect(inner.channel.pending).toEqual(idle)
})
