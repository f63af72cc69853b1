/**
 * The host pages: the demo host and the test hosts, told apart by the Host header. Each page gets its policy and the
 * inert configuration block; violations are reported to the host itself.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { reportsPath, serialize } from '@airlock/service/frames/headers.ts'
import { injectJson } from '@airlock/service/frames/page.ts'
import { createReportsRoute, type ReportSink } from '@airlock/service/frames/reports.ts'
import { type Context, Hono } from 'hono'
import type { Network } from './networks.ts'
import {
  confirmPolicy,
  demoPolicy,
  type HostPolicy,
  type HostPolicyName,
  hostPolicies,
  isHostPolicyName,
  workerPolicy,
} from './policies.ts'

/** What a host page reads from its `demo-config` block. */
export type HostConfig = {
  readonly frameUrl: string
  readonly projectId: string
  readonly networks: readonly Network[]
}

export const configElementId = 'demo-config'

/** `localhost` names of the test hosts, and the policy each serves by default. */
export const testHosts = {
  host: 'strict',
  /** Not on the project's list. */
  other: 'strict',
  /** Its policy forgets `frame-src`. */
  nopolicy: 'no-frame-src',
  /** Letters beyond ASCII, as the browser reports them. */
  'xn--bcher-kva': 'strict',
} as const satisfies Readonly<Record<string, HostPolicyName>>

export const demoHost = 'app'

export type HostsOptions = {
  readonly demoDir: string
  readonly fixturesDir: string
  readonly modalOrigin: string
  readonly config: HostConfig
  readonly reports: ReportSink
}

export function createHostsApp(options: HostsOptions): Hono {
  const files = { demo: listFiles(options.demoDir), fixtures: listFiles(options.fixturesDir) }
  const rpcUrls = options.config.networks.flatMap((network) => network.rpcUrls.default.http)
  const demoPolicies: Readonly<Record<string, HostPolicy>> = { '/confirm.html': confirmPolicy }
  const app = new Hono()

  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route(reportsPath, createReportsRoute(options.reports))
  app.get('*', (c) => {
    const name = hostName(c)
    if (name === demoHost) {
      const path = c.req.path === '/' ? '/index.html' : c.req.path
      const policy = path.includes('wallet-worker') ? workerPolicy(rpcUrls) : (demoPolicies[path] ?? demoPolicy)
      return send(c, options.demoDir, files.demo, path, policy)
    }
    if (isTestHost(name)) {
      const path = c.req.path === '/' ? '/host.html' : c.req.path
      const policy = c.req.query('csp') ?? testHosts[name]
      if (!isHostPolicyName(policy)) return c.text(`No policy is named ${policy}`, 400)
      return send(c, options.fixturesDir, files.fixtures, path, hostPolicies[policy])
    }
    return c.text('Unknown host', 421)
  })
  return app

  function send(c: Context, folder: string, known: ReadonlySet<string>, path: string, policy: HostPolicy) {
    const type = contentTypes[extname(path)]
    if (type === undefined || !known.has(path)) return c.text(missing(folder, path), 404)
    const isPage = extname(path) === '.html'
    const headers = {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // A file is same-origin with the page that loads it; an isolated page wants to hear so from scripts of Workers too.
      'Cross-Origin-Embedder-Policy': isPage ? 'unsafe-none' : 'require-corp',
      // A policy on a script binds the Worker started from it, and only the wallet's Worker has one of its own.
      ...(isPage || path.includes('wallet-worker') ? policyHeaders(policy, options.modalOrigin) : {}),
    }
    const body = readFileSync(join(folder, path))
    if (!isPage) return c.body(new Uint8Array(body), 200, headers)
    return c.body(injectJson(body.toString('utf8'), configElementId, options.config), 200, headers)
  }
}

const hostName = (c: Context): string => (c.req.header('host') ?? '').replace(/\.localhost(:\d+)?$/, '')
const isTestHost = (name: string): name is keyof typeof testHosts => Object.hasOwn(testHosts, name)

const missing = (folder: string, path: string): string =>
  existsSync(folder) ? `${path} is not part of the build` : `${folder} is missing: run npm run build`

const policyHeaders = ({ csp, headers }: HostPolicy, modalOrigin: string): Readonly<Record<string, string>> => ({
  ...(csp ? { 'Content-Security-Policy': serialize({ ...csp(modalOrigin), 'report-uri': [reportsPath] }) } : {}),
  ...headers,
})

/** The paths that exist, read once: a request can then only name a known file. */
function listFiles(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set()
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Set(entries.map((entry) => `/${entry.split(sep).join('/')}`))
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
}
