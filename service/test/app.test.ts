import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFramesApp } from '../src/frames/app.ts'
import { parseProjects } from '../src/frames/projects.ts'
import { createReportLines, type Report } from '../src/frames/reports.ts'
import { directives, local, production } from './records.ts'

const folder = mkdtempSync(join(tmpdir(), 'frames-'))
const log: Report[] = []
const reports = (report: Report) => void log.push(report)
const page = '<!doctype html><html><head><title>Modal</title></head><body></body></html>'

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'modal.html'), page)
  writeFileSync(join(folder, 'assets/modal-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'assets/key-worker-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'assets/notes.txt'), 'not part of the build')
  writeFileSync(join(folder, 'secret.js'), 'outside the assets')
})
afterAll(() => rmSync(folder, { recursive: true }))

const app = () => createFramesApp({ distDir: folder, projects: parseProjects([production, local]), reports })

test('a project page carries its record and the policy derived from it', async () => {
  const response = await app().request('/p/shop/')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(directives(response.headers.get('content-security-policy'))['frame-ancestors']).toBe(
    'https://shop.example https://www.shop.example',
  )
  const block = /<script type="application\/json" id="airlock-project">(.*?)<\/script>/.exec(await response.text())
  expect(JSON.parse(block?.[1] ?? '')).toEqual(production)
})

test('an origin serves the modal or the wallet, never both', async () => {
  writeFileSync(join(folder, 'wallet.html'), page.replace('Modal', 'Wallet'))
  writeFileSync(join(folder, 'window.html'), page.replace('Modal', 'Window'))
  const wallet = createFramesApp({
    frame: { kind: 'wallet', modalOrigin: 'https://modal.example' },
    distDir: folder,
    projects: parseProjects([production, local]),
    reports,
  })
  const response = await wallet.request('/p/shop/')
  const text = await response.text()
  expect(text).toContain('<title>Wallet</title>')
  expect(await (await app().request('/p/shop/')).text()).toContain('<title>Modal</title>')
  expect(directives(response.headers.get('content-security-policy'))).toMatchObject({
    'frame-ancestors': 'https://modal.example https://shop.example https://www.shop.example',
    'frame-src': "'none'",
  })
  // The wallet's page contains the origin of its modal; the modal's page does not.
  const block = /<script type="application\/json" id="airlock-project">(.*?)<\/script>/.exec(text)
  expect(JSON.parse(block?.[1] ?? '')).toEqual({ ...production, modalOrigin: 'https://modal.example' })
  // The wallet's own window runs no scripts and cannot be framed; the modal's origin has no such window.
  const window = await wallet.request('/p/shop/window')
  expect(await window.text()).toContain('<title>Window</title>')
  expect(directives(window.headers.get('content-security-policy'))).toMatchObject({
    'script-src': "'none'",
    'connect-src': "'none'",
    'frame-ancestors': "'none'",
  })
  expect((await app().request('/p/shop/window')).status).toBe(404)
  // A project without a wallet has no page here.
  expect((await wallet.request('/p/demo/')).status).toBe(404)
  expect((await wallet.request('/p/demo/window')).status).toBe(404)
})

test('a record cannot end its own block', async () => {
  const record = { ...production, rpc: { 'eip155:1': ['https://rpc.example/</script><img/src=x>'] } }
  const frames = createFramesApp({ distDir: folder, projects: parseProjects([record]), reports })
  const text = await (await frames.request('/p/shop/')).text()
  expect(text.match(/<\/script>/g)).toHaveLength(1)
  expect(text).not.toContain('<img')
})

test.each(['/p/unknown/', '/p/shop', '/p/__proto__/', '/', '/modal.html', '/assets/', '/assets/missing.js'])(
  '%s is refused and cannot be framed',
  async (path) => {
    const response = await app().request(path)
    expect(response.status).toBe(404)
    expect(directives(response.headers.get('content-security-policy'))['frame-ancestors']).toBe("'none'")
  },
)

test.each([
  '/assets/../secret.js',
  '/assets/..%2fsecret.js',
  '/assets/%2e%2e%2fsecret.js',
  '/assets/..%5csecret.js',
  '/assets/....//secret.js',
  '/assets/modal-abc123.js%00.txt',
  '/assets//etc/passwd',
  '/assets/notes.txt',
])('%s leads nowhere', async (path) => {
  expect((await app().request(path)).status).toBe(404)
})

test('assets load from an isolated page and are kept for ever', async () => {
  const response = await app().request('/assets/modal-abc123.js')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('the script of the Worker that holds keys comes with its own policy', async () => {
  const response = await app().request('/assets/key-worker-abc123.js')
  expect(directives(response.headers.get('content-security-policy'))['connect-src']).toBe("'none'")
})

test('a missing build is named at start', () => {
  expect(() =>
    createFramesApp({ distDir: join(folder, 'nowhere'), projects: parseProjects([local]), reports }),
  ).toThrow(/modal\.html is missing: build the frames first/)
})

test('both report formats reach the sink', async () => {
  const post = (type: string, body: string) =>
    app().request('/reports', { method: 'POST', headers: { 'Content-Type': type }, body })
  const legacy = {
    'csp-report': {
      'document-uri': 'https://modal.example/p/shop/',
      'effective-directive': 'img-src',
      'blocked-uri': 'https://evil.example/x.png',
      'original-policy': 'not kept',
    },
  }
  expect((await post('application/csp-report', JSON.stringify(legacy))).status).toBe(204)
  expect(log).toEqual([
    {
      type: 'csp-violation',
      documentUrl: 'https://modal.example/p/shop/',
      directive: 'img-src',
      blockedUrl: 'https://evil.example/x.png',
      disposition: '',
    },
  ])
  const modern = { type: 'coep', url: 'https://modal.example/', body: { blockedURL: 'https://x.example/', type: 'x' } }
  const many = JSON.stringify(Array.from({ length: 10 }, () => modern))
  expect((await post('application/reports+json; charset=utf-8', many)).status).toBe(204)
  expect(log).toHaveLength(11)

  expect((await post('application/json', '{}')).status).toBe(415)
  for (const type of ['constructor', '__proto__']) expect((await post(type, '{}')).status).toBe(415)
  expect((await post('application/csp-report', '{')).status).toBe(400)
  expect((await post('application/csp-report', '[]')).status).toBe(400)
  expect(
    (await post('application/reports+json', JSON.stringify(Array.from({ length: 51 }, () => modern)))).status,
  ).toBe(400)
  expect((await post('application/csp-report', 'x'.repeat(65 * 1024))).status).toBe(413)
  expect(log).toHaveLength(11)
})

test('every version of the SDK is served, and an unrelated file in its folder is not', async () => {
  for (const version of ['0.1.0', '0.2.0']) {
    mkdirSync(join(folder, 'sdk', version), { recursive: true })
    writeFileSync(join(folder, 'sdk', version, 'airlock.js'), `'${version}'`)
  }
  mkdirSync(join(folder, 'sdk/empty'))
  writeFileSync(join(folder, 'sdk/.DS_Store'), 'left by a file manager')
  for (const version of ['0.1.0', '0.2.0']) {
    const response = await app().request(`/sdk/${version}/airlock.js`)
    expect(await response.text()).toBe(`'${version}'`)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  }
  for (const path of ['empty/airlock.js', '.DS_Store', '.DS_Store/airlock.js'])
    expect((await app().request(`/sdk/${path}`)).status).toBe(404)
})

test.each([
  ['shop', 't'.repeat(43), `https://accounts.shop.example/social/${'t'.repeat(43)}`],
  ['shop', '..%2F..%2Fevil', undefined],
  ['shop', '%2F%2Fevil.example%2F'.padEnd(43, 't'), undefined],
  ['shop', 't'.repeat(42), undefined],
  ['demo', 't'.repeat(43), undefined],
  ['plain', 't'.repeat(43), undefined],
  ['nobody', 't'.repeat(43), undefined],
])(
  'the way to a social login leads to the service of the project alone: %s %s [C262]',
  async (project, ticket, place) => {
    const socials = [{ id: 'google' }]
    const plain = { ...production, projectId: 'plain', walletServiceUrl: 'https://accounts.shop.example' }
    const record = { ...plain, projectId: 'shop', socials }
    const frames = createFramesApp({
      distDir: folder,
      projects: parseProjects([record, plain, local]),
      reports,
    })
    const response = await frames.request(`/p/${project}/social/${ticket}?to=https://evil.example`)
    expect(response.status).toBe(place === undefined ? 404 : 303)
    expect(response.headers.get('location') ?? undefined).toBe(place)
    if (place !== undefined) expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  },
)

describe('the log of reports [C339]', () => {
  const report = {
    type: 'csp-violation',
    documentUrl: 'https://modal.example/p/shop/?token=1',
    directive: 'img-src',
    blockedUrl: 'https://name:secret@shop.example/private?token=1#part',
    disposition: 'enforce',
  }
  const logged = () => {
    const written: string[] = []
    let time = 0
    const sink = createReportLines({ write: (line) => written.push(line), now: () => time, perMinute: 3 })
    return { sink, written, later: (ms: number) => (time += ms) }
  }

  test('has few lines a minute, and the number of all reports', () => {
    const { sink, written, later } = logged()
    for (let sent = 0; sent < 1000; sent++) sink(report)
    expect(written).toHaveLength(3)
    later(60_000)
    sink(report)
    expect(written.map((line) => (JSON.parse(line) as { total: number }).total)).toEqual([1, 2, 3, 1001])
  })

  test('has origins and names, and nothing else that a stranger writes', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, text) => {
        const { sink, written } = logged()
        sink({ ...report, documentUrl: url, blockedUrl: url, directive: `x${text}\n`, disposition: `X${text}` })
        const { origin } = new URL(url)
        expect(JSON.parse(written[0] ?? '')).toEqual({
          event: 'report',
          total: 1,
          type: 'csp-violation',
          directive: '',
          disposition: '',
          documentUrl: origin,
          blockedUrl: origin,
        })
      }),
    )
    const { sink, written } = logged()
    sink(report)
    sink({ ...report, blockedUrl: 'inline' })
    sink({ ...report, blockedUrl: 'data:text/html,secret' })
    expect(written.map((line) => (JSON.parse(line) as { blockedUrl: string }).blockedUrl)).toEqual([
      'https://shop.example',
      'inline',
      'data',
    ])
  })
})
