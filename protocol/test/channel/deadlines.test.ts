/** Every wait ends: deadline, user, abort, close, suspended page. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idle, idOf, outcomeOf, settled, subject } from '../support/peer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an unanswered call is rejected after 30 s and cancelled at the other end', async () => {
  const { channel, last, port } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(call.settlements).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(call).toEqual({ settlements: 1, code: 'TIMEOUT', ok: false })
  expect(last('CANCEL').id).toBe(port.sent[0]?.id)
  expect(channel.pending).toEqual(idle)
})

test('an answer 1 ms after the deadline is counted and settles nothing [C09]', async () => {
  const { channel, port, say, refusals } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  await vi.advanceTimersByTimeAsync(30_001)
  for (let times = 0; times < 20; times++) say('UI_CLOSE_SUCCESS', {}, port.sent[0]?.id)
  await settled()
  expect(call).toEqual({ settlements: 1, code: 'TIMEOUT', ok: false })
  expect(new Set(refusals)).toEqual(new Set(['UNKNOWN_ID']))
  expect(port.isClosed).toBe(false)
})

test('the deadline follows the monotonic clock, not the date', async () => {
  const { channel } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(call.settlements).toBe(0)
  vi.setSystemTime(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(call.code).toBe('TIMEOUT')
})

test('PROGRESS suspends the deadline of a call that waits for a person', async () => {
  const { channel, port, say } = subject({}, ['host', 'host', 'app'])
  const call = outcomeOf(channel.request('CONNECT', {}))
  say('PROGRESS', {}, port.sent[0]?.id)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(call.settlements).toBe(0)
  expect(channel.pending).toMatchObject({ calls: 1, timers: 0 })
  channel.close('PEER_GONE')
  await settled()
  expect(call).toEqual({ settlements: 1, code: 'PEER_GONE', ok: false })
  expect(channel.pending).toEqual(idle)
})

test('a call that waits for a person still has its deadline until PROGRESS comes', async () => {
  const { channel } = subject({}, ['host', 'host', 'app'])
  const call = outcomeOf(channel.request('CONNECT', {}))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(call.code).toBe('TIMEOUT')
})

test('PROGRESS for a call with a fixed deadline is refused and suspends nothing', async () => {
  const { channel, port, say, refusals } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  say('PROGRESS', {}, port.sent[0]?.id)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(refusals).toEqual(['BAD_SHAPE'])
  expect(call.code).toBe('TIMEOUT')
})

test('a handler that waits for a person sends PROGRESS at once and every 10 s until it answers', async () => {
  let answer: (value: object) => void = () => {}
  const { channel, port, say } = subject({
    handlers: {
      CONNECT: (_, context) => {
        context.waitsForPerson()
        context.waitsForPerson()
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    },
  })
  const beats = () => port.sent.filter((message) => message.type === 'PROGRESS').length
  say('CONNECT', {}, idOf(1))
  await vi.advanceTimersByTimeAsync(0)
  expect(beats()).toBe(1)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(beats()).toBe(1)
  await vi.advanceTimersByTimeAsync(20_001)
  expect(beats()).toBe(4)
  answer({})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(beats()).toBe(4)
  expect(channel.pending).toEqual(idle)
  expect(vi.getTimerCount()).toBe(0)
})

test('a handler with a fixed deadline sends no PROGRESS: the other end would have to refuse it', async () => {
  const { port, say } = subject({ handlers: { OPEN: (_, context) => context.waitsForPerson() } })
  say('OPEN', {}, idOf(1))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(port.sent.map((message) => message.type)).toEqual(['OPEN_SUCCESS'])
})

test('after an answer, a cancel or a close, waiting for a person does nothing', async () => {
  const contexts: { waitsForPerson(): void }[] = []
  const { channel, port, say } = subject({ handlers: { CONNECT: (_, context) => void contexts.push(context) } })
  say('CONNECT', {}, idOf(1))
  await settled()
  channel.close('DESTROYED')
  for (const context of contexts) context.waitsForPerson()
  expect(contexts).toHaveLength(1)
  expect(port.sent.map((message) => message.type)).toEqual(['CONNECT_SUCCESS', 'BYE'])
  expect(vi.getTimerCount()).toBe(0)
})

test('abort rejects once, sends one CANCEL, and a later answer is only counted', async () => {
  const { channel, port, say, refusals } = subject()
  const abort = new AbortController()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }, { signal: abort.signal }))
  abort.abort()
  abort.abort()
  say('UI_CLOSE_SUCCESS', {}, port.sent[0]?.id)
  await settled()
  expect(call).toEqual({ settlements: 1, code: 'ABORTED', ok: false })
  expect(port.sent.map((message) => message.type)).toEqual(['UI_CLOSE', 'CANCEL'])
  expect(refusals).toEqual(['UNKNOWN_ID'])
  expect(channel.pending).toEqual(idle)
})

test('abort after the answer sends nothing and leaves no listener [C41]', async () => {
  const { channel, port, say } = subject()
  const abort = new AbortController()
  const added = vi.spyOn(abort.signal, 'addEventListener')
  const removed = vi.spyOn(abort.signal, 'removeEventListener')
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }, { signal: abort.signal }))
  say('UI_CLOSE_SUCCESS', {}, port.sent[0]?.id)
  abort.abort()
  await settled()
  expect(call).toEqual({ settlements: 1, code: undefined, ok: true })
  expect(port.sent).toHaveLength(1)
  expect(removed.mock.calls.length).toBe(added.mock.calls.length)
})

test('a call with an aborted signal is never sent', async () => {
  const { channel, port } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }, { signal: AbortSignal.abort() }))
  await settled()
  expect(call.code).toBe('ABORTED')
  expect(port.sent).toEqual([])
})

test('abort of a call that still waits in the queue frees its place and sends nothing', async () => {
  const { channel, port } = subject({ limits: { inFlight: 1 } })
  const abort = new AbortController()
  const first = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  const second = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }, { signal: abort.signal }))
  expect(channel.pending).toMatchObject({ calls: 2, queued: 1 })
  abort.abort()
  await settled()
  expect([first.settlements, second.code]).toEqual([0, 'ABORTED'])
  expect(channel.pending).toMatchObject({ calls: 1, queued: 0 })
  expect(port.sent).toHaveLength(1)
})

test('CANCEL aborts the handler once; its late answer is not sent; unknown and repeated CANCELs are harmless [C41]', async () => {
  const reasons: unknown[] = []
  let answer: (value: object) => void = () => {}
  const { channel, port, say, refusals } = subject({
    handlers: {
      CONNECT: (_, { signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason))
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    },
  })
  say('CANCEL', {}, idOf(9))
  say('CONNECT', {}, idOf(1))
  await settled()
  say('CANCEL', {}, idOf(1))
  say('CANCEL', {}, idOf(1))
  answer({})
  await settled()
  expect(reasons).toEqual([expect.objectContaining({ code: 'ABORTED' })])
  expect(port.sent).toEqual([])
  expect(refusals).toEqual([])
  expect(channel.pending).toEqual(idle)
})

test('a suspended page gives answers that are on their way a moment before it judges [C52]', async () => {
  const { channel, port, say } = subject()
  const saved = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  const lost = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_000)
  vi.advanceTimersToNextTimer()
  await settled()
  expect([saved.settlements, lost.settlements]).toEqual([0, 0])
  say('UI_CLOSE_SUCCESS', {}, port.sent[0]?.id)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved.ok).toBe(true)
  expect(lost).toEqual({ settlements: 1, code: 'TIMEOUT', ok: false })
})

test('a late timer spares a call once; the second one ends it with TIMEOUT', async () => {
  const { channel } = subject()
  const call = outcomeOf(channel.request('UI_CLOSE', { reason: 'user' }))
  const clock = vi.spyOn(performance, 'now')
  for (let minute = 1; minute <= 3 && vi.getTimerCount() > 0; minute++) {
    clock.mockReturnValue(minute * 60_000 + 1_000_000)
    vi.advanceTimersToNextTimer()
    await settled()
  }
  expect(call.code).toBe('TIMEOUT')
  expect(channel.pending).toEqual(idle)
})
