/** Pictures through the gateway as deployed, from a server that stands in for the Internet. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isGate } from '../../../../scripts/testing/gate-size.ts'
import { createLookup } from '../../../src/crypto/lookup.ts'
import { parseProjects } from '../../../src/frames/projects.ts'
import { createImageLinks } from '../../../src/gateway/images/link.ts'
import { markOf } from '../../../src/gateway/images/mark.ts'
import { createGateway, type Gateway } from '../../../src/gateway/role.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import { png, slowSvg } from './samples.ts'

/** Takes seconds: runs in the full tier. */
const whenFull = test.skipIf(isGate)

const folder = mkdtempSync(join(tmpdir(), 'airlock-images-'))
const lookup = createLookup(randomBytes(32))
const { link } = createImageLinks(lookup)
const shop = { projectId: 'shop', hostOrigins: [], rpc: {}, pinnedHosts: [], development: false }
const lines: string[] = []
const callsFromNetworkPerMinute = 400
let gateway: Gateway
let server: Listening
let site: Listening
let hits: string[] = []
let behaviour: (request: IncomingMessage, response: ServerResponse) => void
let count = 0

beforeAll(async () => {
  site = await listenOnLoopback((request, response) => {
    hits.push(request.url ?? '')
    behaviour(request, response)
  }, 0)
  gateway = await createGateway(
    {
      projects: parseProjects([shop]),
      modalOrigin: 'https://modal.example',
      networks: new Map(),
      content: { loopback: [`http://127.0.0.1:${site.port}`] },
      store: { place: { file: join(folder, 'gateway.db') }, lookup },
      limits: { callsFromNetworkPerMinute },
      proxies: 1,
    },
    { write: (line) => lines.push(line) },
  )
  server = await listenOnLoopback(gateway.listener, 0)
})
afterAll(async () => {
  await server.close()
  await gateway.close()
  await site.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  hits = []
  const red = await png(300, 300)
  behaviour = (_, response) => response.end(red)
})

/** A picture that was not requested before. */
const fresh = () => {
  count += 1
  return `http://127.0.0.1:${site.port}/${count}`
}
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers })

test('a picture is WebP of the asked size, which may be kept and is not sent twice', async () => {
  const path = link(fresh())
  const response = await get(`${path}?width=64`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=86400, s-maxage=86400',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(64)
  expect((await sharp(await (await get(path)).arrayBuffer()).metadata()).width).toBe(128)
  const again = await get(`${path}?width=64`, { 'If-None-Match': response.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test('concurrent requests for a picture share one fetch', async () => {
  const path = link(fresh())
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(path)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(hits).toHaveLength(1)
})

test('a picture embedded in its own address is rendered', async () => {
  const response = await get(link(`data:image/png;base64,${(await png(8, 8)).toString('base64')}`))
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toContain('max-age=2592000')
  expect(hits).toEqual([])
})

test('the mark of a currency is part of the service', async () => {
  const response = await get(link(markOf('ETH')))
  expect(response.status).toBe(200)
  expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(128)
  expect(hits).toEqual([])
  expect(markOf('NOT-A-CURRENCY')).toBeUndefined()
  expect(markOf('constructor')).toBeUndefined()
  expect((await get(link('mark:constructor'))).status).toBe(404)
})

describe('refused', () => {
  test('an address without a grant, so that the gateway does not fetch for others [C125]', async () => {
    const [, , , grant = '', source = ''] = link(fresh()).split('/')
    const other = Buffer.from(`http://127.0.0.1:${site.port}/other`).toString('base64url')
    for (const path of [
      `/v1/image/${grant}/${other}`,
      `/v1/image/${'A'.repeat(22)}/${source}`,
      `/v1/image/x/${source}`,
    ])
      expect((await get(path)).status).toBe(404)
    expect(hits).toEqual([])
  })

  test('an unsupported size', async () => {
    const path = link(fresh())
    for (const width of ['', '0', '65', '1e9', '-64', '64px'])
      expect((await get(`${path}?width=${width}`)).status).toBe(400)
    expect(hits).toEqual([])
  })

  test.each<[string, typeof behaviour, number]>([
    ['that is not there', (_, response) => response.writeHead(404).end('detail'), 404],
    ['that is none', (_, response) => response.end('<svg onload="detail">'), 404],
    ['of a server that fails', (_, response) => response.writeHead(500).end('detail'), 502],
    ['of a server that breaks off', (request) => request.socket.destroy(), 502],
    [
      'behind a redirect to the own network',
      (_, response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end(),
      404,
    ],
  ])('a picture %s; without a detail, and not tried again at once', async (_, next, status) => {
    behaviour = next
    const path = link(fresh())
    const response = await get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(GatewayFailure.parse(JSON.parse(text)).reasons).toHaveLength(1)
    expect(text).not.toMatch(/detail|127\.0\.0\.1|10\.0/)
    expect((await get(`${path}?width=256`)).status).toBe(status)
    expect(hits).toHaveLength(1)
  })

  whenFull(
    'a caller that makes the gateway draw all the time',
    async () => {
      // Few bytes, many pixels. A PNG, because its decoder cannot scale while reading.
      const blank = { width: 4_000, height: 4_000, channels: 3, background: 'red' } as const
      const large = await sharp({ create: blank }).png().toBuffer()
      behaviour = (_, response) => response.end(large)
      const from = { 'X-Forwarded-For': '203.0.113.9' }
      const statuses: number[] = []
      // Far fewer than the allowed number of calls.
      while (statuses.length < callsFromNetworkPerMinute / 2 && !statuses.includes(429))
        statuses.push((await get(link(fresh()), from)).status)
      expect(statuses.at(-1)).toBe(429)
      expect((await get(link(fresh()), { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(200)
    },
    60_000,
  )
})

describe('SVG that takes minutes [C127]', () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address })

  whenFull('costs its sender the time, and keeps nobody from a picture or a mark', async () => {
    const pictures: Readonly<Record<string, Buffer>> = { svg: slowSvg(), other: await png(30, 30) }
    behaviour = (request, response) => response.end(pictures[request.url?.split('/')[1] ?? ''])
    const source = (kind: string) => fresh().replace(/\/(\d+)$/, `/${kind}/$1`)
    const hostile = get(`${link(source('svg'))}?width=512`, from('203.0.113.20'))
    await expect.poll(() => hits.length).toBe(1)
    const honest = await Promise.all([get(link(source('other'))), get(link(markOf('SOL')))])
    expect(honest.map(({ status }) => status)).toEqual([200, 200])
    const isPending = Symbol('still drawing')
    expect(await Promise.race([hostile, Promise.resolve(isPending)])).toBe(isPending)
    expect((await hostile).status).toBe(404)
    // Five seconds are more than the budget of a minute.
    expect((await get(link(source('other')), from('203.0.113.20'))).status).toBe(429)
    expect((await get(link(source('other')), from('203.0.113.21'))).status).toBe(200)
  })
})

test('a log line does not say which picture', async () => {
  lines.length = 0
  await get(link(fresh()))
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({ route: 'GET /v1/image/:grant/:source', status: 200 })
  expect(line).not.toMatch(/127\.0\.0\.1|aHR0/)
})
