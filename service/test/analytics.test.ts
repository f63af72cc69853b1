import { events, isEventName, maxBatch, typeOfEvent } from '@airlock/protocol/contracts/analytics.ts'
import { expect, test } from 'vitest'
import { createTally } from '../src/analytics/tally.ts'
import { createApiApp } from '../src/api/app.ts'
import { parseProjects } from '../src/frames/projects.ts'
import { local, production } from './records.ts'

const modal = 'https://modal.example'
function createService() {
  const tally = createTally()
  const app = createApiApp({
    projects: parseProjects([production, local]),
    origins: [modal],
    tally,
    isAnalyticsEnabled: (projectId) => projectId === 'shop',
  })
  const post = (path: string, body: unknown, projectId = 'shop', origin = modal) =>
    app.request(`${path}?projectId=${projectId}&st=appkit&sv=html-universal-1`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'text/plain;charset=UTF-8' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { app, tally, post }
}
const event = (name: string, properties?: unknown, more: object = {}) => ({
  eventId: '637c2085-ac6b-4f33-b31d-f65829310f6d',
  url: 'https://shop.example',
  domain: 'shop.example',
  timestamp: 1_746_122_531_123,
  props: {
    type: isEventName(name) ? typeOfEvent(name) : 'track',
    event: name,
    ...(properties === undefined ? {} : { properties }),
  },
  ...more,
})

test('a known event is counted, and nothing else of it is stored', async () => {
  const { post, tally } = createService()
  const response = await post('/e', event('MODAL_OPEN', { connected: false }))
  expect([response.status, await response.json()]).toEqual([202, {}])
  expect((await post('/e', event('CLICK_NETWORKS'))).status).toBe(202)
  expect((await post('/batch', [event('MODAL_CLOSE', { connected: true }), event('CLICK_NETWORKS', {})])).status).toBe(
    202,
  )
  expect(tally.read('shop')).toEqual({ MODAL_OPEN: 1, CLICK_NETWORKS: 2, MODAL_CLOSE: 1 })
})

test.each([
  ['an unknown event', event('MODAL_CREATED')],
  ['an event of the prototype', event('constructor')],
  ['a missing property', event('MODAL_OPEN')],
  ['a property of another type', event('MODAL_OPEN', { connected: 'yes' })],
  [
    'a property too many',
    event('MODAL_OPEN', { connected: true, address: '0x52908400098527886E0F7030069857D2E4169EE7' }),
  ],
  ['properties where there are none', event('CLICK_NETWORKS', { note: 'x' })],
  [
    'an address beside the event',
    event('CLICK_NETWORKS', {}, { address: '0x52908400098527886E0F7030069857D2E4169EE7' }),
  ],
  ['a page’s path', event('CLICK_NETWORKS', {}, { url: 'https://shop.example/orders/17' })],
  ['the wrong type of event', { ...event('CLICK_NETWORKS'), props: { type: 'error', event: 'CLICK_NETWORKS' } }],
  ['an id that is none', event('CLICK_NETWORKS', {}, { eventId: 'me@example.com' })],
  ['a pairing URI', event('CONNECT_ERROR', { message: 'wc:00f3@2?symKey=ab' })],
  ['no JSON', '{'],
  ['nothing', ''],
  ['a list', [event('CLICK_NETWORKS')]],
])('[C235] %s is refused, and the refusal does not repeat it', async (_what, body) => {
  const { post, tally } = createService()
  const response = await post('/e', body)
  expect(response.status).toBe(400)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ status: 'FAILED' })
  expect(text).not.toMatch(/0x5290|symKey|example\.com/)
  expect(tally.read('shop')).toEqual({})
})

test('bodies and batches are bounded', async () => {
  const { post, tally } = createService()
  expect((await post('/e', JSON.stringify(event('CLICK_NETWORKS')) + ' '.repeat(16 * 1024))).status).toBe(413)
  expect((await post('/batch', JSON.stringify([event('CLICK_NETWORKS')]) + ' '.repeat(64 * 1024))).status).toBe(413)
  const many = Array.from({ length: maxBatch + 1 }, () => event('CLICK_NETWORKS'))
  expect((await post('/batch', many)).status).toBe(400)
  expect((await post('/batch', [])).status).toBe(400)
  // If one event of a batch is wrong, none is counted.
  expect((await post('/batch', [event('CLICK_NETWORKS'), event('NOPE')])).status).toBe(400)
  expect(tally.read('shop')).toEqual({})
  expect((await post('/batch', many.slice(1))).status).toBe(202)
})

test('events of a project with analytics switched off are refused and not counted', async () => {
  const { app, post, tally } = createService()
  const config = (projectId: string) =>
    app.request(`/getAnalyticsConfig?projectId=${projectId}`, { headers: { Origin: modal } })
  expect(await (await config('shop')).json()).toEqual({ isAnalyticsEnabled: true })
  expect(await (await config('demo')).json()).toEqual({ isAnalyticsEnabled: false })
  expect((await config('unknown')).status).toBe(403)
  expect((await post('/e', event('CLICK_NETWORKS'), 'demo')).status).toBe(202)
  expect(tally.read('demo')).toEqual({})
})

test('an origin that is not the modal’s is refused in a way that the modal could read', async () => {
  const { post, tally } = createService()
  const response = await post('/e', event('CLICK_NETWORKS'), 'shop', 'https://evil.example')
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, 'https://evil.example'])
  expect(tally.read('shop')).toEqual({})
})

test('the table names every event of the specification', () => {
  const specified =
    'MODAL_OPEN MODAL_CLOSE INITIALIZE SOCIAL_LOGIN_SUCCESS INTERNAL_SDK_ERROR SIWX_AUTH_SUCCESS SIWX_AUTH_ERROR CLICK_CANCEL_SIWX SEND_INITIATED SEND_SUCCESS SEND_ERROR SEARCH_WALLET ERROR_FETCH_TRANSACTIONS DISCONNECT_ERROR'
  for (const name of specified.split(' ')) expect(Object.keys(events)).toContain(name)
  expect(Object.keys(events)).not.toContain('MODAL_CREATED')
})
