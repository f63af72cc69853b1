/** The trail says what crossed and what was refused, and nothing of what it was about. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAudit } from '../../src/channel/audit.ts'
import { limits } from '../../src/limits.ts'
import { idOf, outcomeOf, settled, subject } from '../support/peer.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const secret = 'correct horse battery staple'

test('each message of both directions leaves one event, with a verdict and without its payload', async () => {
  const audit = createAudit()
  const { channel, port, say } = subject({ audit, port: 'app' })
  say('OPEN', { view: secret }, idOf(1))
  say('OPEN', {}, idOf(2))
  await settled()
  say('OPEN', {}, idOf(2))
  port.deliver({ id: idOf(3), epoch: 6, type: 'OPEN', payload: {} })
  port.deliver({ id: idOf(4), epoch: 7, type: secret, payload: {} })
  port.deliverUnreadable()
  outcomeOf(channel.request('UI_CLOSE', { reason: secret.repeat(4000) }))
  await settled()
  const trail = audit.read()
  const seen = trail.events.map(
    ({ direction, type, id, verdict }) => `${direction} ${type} ${id?.slice(0, 8)} ${verdict}`,
  )
  expect(seen.sort()).toEqual(
    [
      'in OPEN 00000001 BAD_SHAPE',
      'out OPEN_ERROR 00000001 ok',
      'in OPEN 00000002 ok',
      'out OPEN_SUCCESS 00000002 ok',
      'in OPEN 00000002 DUPLICATE_ID',
      'in OPEN 00000003 STALE_EPOCH',
      'in ? undefined BAD_SHAPE',
      'in ? undefined UNREADABLE',
      'out UI_CLOSE 00000000 TOO_LARGE',
    ].sort(),
  )
  expect(trail.refusals).toEqual({ BAD_SHAPE: 2, DUPLICATE_ID: 1, STALE_EPOCH: 1, UNREADABLE: 1, TOO_LARGE: 1 })
  expect(new Set(trail.events.map(({ at, port: name }) => `${at} ${name}`))).toEqual(new Set(['1700000000000 app']))
  expect(JSON.stringify(trail)).not.toContain('horse')
  expect(trail.events.every(({ size, verdict }) => verdict === 'UNREADABLE' || size > 0)).toBe(true)
  channel.close('DESTROYED')
})

test('the ring holds the last events in order, the counters all of them', () => {
  const audit = createAudit(3)
  const event = { port: 'app', direction: 'in', type: 'PING', id: undefined, size: 8 } as const
  for (let at = 1; at <= 5; at++) audit.note({ ...event, at, verdict: at % 2 ? 'BUSY' : 'ok' })
  audit.meetStranger()
  expect(audit.read()).toEqual({
    events: [3, 4, 5].map((at) => ({ ...event, at, verdict: at % 2 ? 'BUSY' : 'ok' })),
    refusals: { BUSY: 3 },
    strangers: 1,
  })
  for (let at = 0; at < limits.burst; at++) audit.note({ ...event, at, verdict: 'ok' })
  expect(audit.read().events).toHaveLength(3)
})
