/** Header files for static hosts: parsed and compared with the table, served as the hosts would, and checked by `verify`. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { versions } from '@airlock/protocol/handshake.ts'
import { describe, expect, test } from 'vitest'
import { exampleFiles, exampleRules, staleExamples } from '../../scripts/headers.ts'
import { frameHeaders } from '../src/frames/headers.ts'
import { parseProjects } from '../src/frames/projects.ts'
import { headersFile } from '../src/hosting/headers-file.ts'
import { nginxConfig } from '../src/hosting/nginx.ts'
import { siteRules } from '../src/hosting/rules.ts'
import { staticSite } from '../src/hosting/site.ts'
import { listenOnLoopback } from '../src/listen.ts'
import { readBuild } from '../src/release/build.ts'
import { verifyDeployment } from '../src/release/verify.ts'
import { projects, publicKey, writeBuild } from './deployment.ts'
import { local, production } from './records.ts'

type Found = Record<string, string>

/** The headers that a host with a `_headers` file sends for a path: those of all matching rules, joined. */
function readHeadersFile(text: string, path: string): Found {
  const found: Found = {}
  for (const block of text.trim().split('\n\n')) {
    const [pattern = '', ...lines] = block.split('\n')
    const matches = pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
    for (const line of matches ? lines : []) {
      const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? []
      found[name] = found[name] === undefined ? value : `${found[name]}, ${value}`
    }
  }
  return found
}

/** The headers that nginx sends for a path: those of the one location that it selects. */
function readNginx(text: string, path: string): Found {
  const locations = [...text.matchAll(/^location (=|\^~)? ?(\S+) \{\n(.*?)\n\}$/gms)]
  const exact = locations.find(([, kind, at]) => kind === '=' && at === path)
  const below = locations.find(([, kind, at = '']) => kind !== '=' && path.startsWith(at))
  const body = (exact ?? below)?.[3] ?? ''
  const lines = body.matchAll(/^ {2}add_header ([\w-]+) "((?:[^"\\]|\\.)*)" always;$/gm)
  return Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => [name, value.replaceAll('\\"', '"')] as const),
  )
}

/** Where a host with a `_redirects` file sends a path. */
function readRedirects(text: string, path: string): string | undefined {
  for (const line of text.trim().split('\n')) {
    const [from = '', to = '', status] = line.split(' ')
    const found = new RegExp(`^${from.replace(':ticket', '([^/]+)')}$`).exec(path)
    if (found) return `${status} ${to.replace(':ticket', found[1] ?? '')}`
  }
  return undefined
}

test('the committed examples are what the table says', () => {
  expect(staleExamples()).toEqual([])
})

describe.each(['modal', 'wallet'] as const)('the example of the %s', (frame) => {
  const rules = exampleRules()[frame]
  const files = exampleFiles()

  test.each(rules)('$path, read back, has the headers of the table', ({ path, match, headers }) => {
    const asked = match === 'below' ? `${path}some-file.js` : path
    expect(readHeadersFile(files.get(`${frame}/_headers`) ?? '', asked)).toEqual(headers)
    expect(readNginx(files.get(`${frame}/nginx.conf`) ?? '', asked)).toEqual(headers)
  })

  test('a project without hosts cannot be framed', () => {
    const headers = readHeadersFile(files.get(`${frame}/_headers`) ?? '', '/p/nobody/')
    expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  })

  test('a path that is not there gets the headers of a refusal', () => {
    const refusal = frameHeaders({ kind: 'refusal' })
    for (const path of ['/', '/p/', '/p/other/', '/modal.html', '/refused/'])
      expect(readNginx(files.get(`${frame}/nginx.conf`) ?? '', path)).toEqual(refusal)
  })
})

test('the rules are those of the table: page, Worker that holds keys, assets, manifest', () => {
  const frame = { kind: 'wallet', modalOrigin: 'https://modal.example' } as const
  const rules = siteRules({ frame, projects, importMap: undefined, keyWorkers: ['key-worker-1.js'] })
  const at = (path: string) => rules.find((rule) => rule.path === path)?.headers
  expect(at('/p/shop/')).toEqual(frameHeaders({ ...frame, record: production }))
  expect(at('/assets/key-worker-1.js')).toEqual(frameHeaders({ kind: 'key-worker' }))
  expect(at('/assets/')).toEqual(frameHeaders({ kind: 'asset' }))
  expect(at('/manifest.json')).toEqual(frameHeaders({ kind: 'manifest' }))
})

const ticket = `${'t'.repeat(40)}-_9`

test('pages leave for a social login of projects that have some', () => {
  const text = exampleFiles().get('modal/_redirects') ?? ''
  expect(readRedirects(text, `/p/shop/social/${ticket}`)).toBe(`302 https://accounts.example/social/${ticket}`)
  expect(readRedirects(text, `/p/nobody/social/${ticket}`)).toBeUndefined()
  expect(exampleFiles().has('wallet/_redirects')).toBe(false)
  for (const to of ['https://x.example/$host', 'https://x.example/;', 'https://x.example/ '])
    expect(() => nginxConfig([], [{ projectId: 'shop', to }])).toThrow(/cannot redirect/)
})

test('a development project is refused without its flag, and never asks for HTTPS with it', () => {
  expect(() => parseProjects([{ ...local, development: false }])).toThrow(/only "development": true allows that/)
  const site = { frame: { kind: 'modal' }, importMap: undefined, keyWorkers: [] } as const
  const [page] = siteRules({ ...site, projects: parseProjects([local]) })
  expect(page?.headers['Content-Security-Policy']).toContain('frame-ancestors http://app.localhost:5170')
  expect(page?.headers['Strict-Transport-Security']).toBeUndefined()
})

test('headers that a host would drop or misread are refused', () => {
  const rule = (value: string) => [{ path: '/x', match: 'exact' as const, headers: { 'X-Test': value } }]
  expect(() => headersFile(rule('a'.repeat(2000)))).toThrow(/longer than 2000/)
  expect(() => nginxConfig(rule('a'.repeat(4001)))).toThrow(/longer than 4000/)
  for (const value of ['$host', 'a\\', 'a\nb']) expect(() => nginxConfig(rule(value))).toThrow(/cannot say/)
})

/** Only the modal's origin is served by these hosts. */
const { walletOrigin: _, ...record } = production
const ofModal = parseProjects([
  record,
  {
    ...production,
    projectId: 'with-socials',
    walletServiceUrl: 'https://accounts.example',
    socials: [{ id: 'google' }],
  },
])

function writeSite(): { folder: string; remove(): void } {
  const build = writeBuild()
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  for (const [path, content] of staticSite(readBuild(build), ofModal)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return {
    folder,
    remove() {
      for (const path of [build, folder]) rmSync(path, { recursive: true })
    },
  }
}

const verified = async (port: number) => {
  const url = `http://127.0.0.1:${port}/p/shop/`
  return verifyDeployment({ url, key: publicKey, floor: versions.min, record })
}

test('a host that obeys `_headers` serves what was signed', async () => {
  const build = writeBuild()
  const site = staticSite(readBuild(build), ofModal)
  const types: Found = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' }
  const rules = String(site.get('public/_headers'))
  const server = await listenOnLoopback((request, response) => {
    const path = request.url ?? ''
    const content = site.get(`public${path.endsWith('/') ? `${path}index.html` : path}`)
    const type = types[/\w+$/.exec(path.endsWith('/') ? 'html' : path)?.[0] ?? '']
    const headers = { ...readHeadersFile(rules, path), ...(type ? { 'Content-Type': type } : {}) }
    response.writeHead(content === undefined ? 404 : 200, headers).end(content)
  }, 0)
  expect((await verified(server.port)).differences).toEqual([])
  await server.close()
  rmSync(build, { recursive: true })
})

const nginx = process.env.NGINX_PATH ?? '/usr/sbin/nginx'

test.skipIf(!existsSync(nginx))('nginx, where it is installed, serves what was signed', async () => {
  const { folder, remove } = writeSite()
  const free = await listenOnLoopback((_, response) => response.end(), 0)
  await free.close()
  writeFileSync(
    join(folder, 'main.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/tmp;`).join(' ')}
  server { listen 127.0.0.1:${free.port}; root ${folder}/public; include ${folder}/nginx.conf; }
}
`,
  )
  const server = spawn(nginx, ['-c', join(folder, 'main.conf'), '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const answers = async (): Promise<unknown> =>
      fetch(`http://127.0.0.1:${free.port}/`).catch((error: unknown) => {
        if (server.exitCode !== null) throw error
        return new Promise((resolve) => setImmediate(resolve)).then(answers)
      })
    await answers()
    expect((await verified(free.port)).differences).toEqual([])
    const missing = await fetch(`http://127.0.0.1:${free.port}/assets/none.js`)
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    const leave = (project: string, by = ticket) =>
      fetch(`http://127.0.0.1:${free.port}/p/${project}/social/${by}?to=https://evil.example`, { redirect: 'manual' })
    const left = await leave('with-socials')
    expect([left.status, left.headers.get('location')]).toEqual([303, `https://accounts.example/social/${ticket}`])
    expect(left.headers.get('referrer-policy')).toBe('no-referrer')
    for (const [project, other] of [['shop'], ['with-socials', `${ticket}x`], ['with-socials', '%2F%2Fevil.example']])
      expect((await leave(project ?? '', other)).status).toBe(404)
    const refused = await fetch(`http://127.0.0.1:${free.port}/p/other/`)
    expect(refused.status).toBe(404)
    expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  } finally {
    server.kill()
    await ended
    remove()
  }
})
