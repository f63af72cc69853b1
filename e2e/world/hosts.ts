/**
 * The host pages: the two demo sites, the demo phone wallet and the test hosts, selected by the Host header. Each page
 * gets its policy and the inert configuration block; violations are reported to the host itself.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { reportsPath, serialize } from '@airlock/service/frames/headers.ts'
import { injectJson } from '@airlock/service/frames/page.ts'
import { createReportsRoute, type ReportSink } from '@airlock/service/frames/reports.ts'
import { type Context, Hono } from 'hono'
import { createFaucetRoute, type Faucet, faucetPath } from './faucet.ts'
import type { Network } from './networks.ts'
import {
  confirmPolicy,
  demoPolicy,
  findHostPolicy,
  type HostPolicyName,
  inboxPolicy,
  phonePolicy,
  workerPolicy,
} from './policies.ts'
import type { HostPolicy, Site } from './policy.ts'
import { markScripts } from './script-tags.ts'

/** The `demo-config` block of a host page. */
export type HostConfig = {
  readonly frameUrl: string
  readonly projectId: string
  readonly networks: readonly Network[]
}

/** The block of both demo sites. */
export type DemoConfig = HostConfig & {
  readonly phoneUrl: string
  /** URL of the inbox. */
  readonly inboxUrl: string
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number }
  /** Key of a new demo wallet. Absent: a random one. */
  readonly walletKey?: string
  /** Pays for calls on one network. Absent: nobody does. */
  readonly sponsor?: { readonly caipNetworkId: string; readonly paymasterUrl: string }
}

/** The block of the demo phone wallet. */
export type PhoneConfig = {
  readonly relayUrl: string
  readonly networks: readonly {
    readonly chainId: number
    readonly name: string
    readonly symbol: string
    readonly rpcUrl: string
  }[]
  readonly solana?: {
    readonly caip2: string
    readonly name: string
    readonly symbol: string
    readonly rpcUrl: string
  }
}

export const configElementId = 'demo-config'

/** `localhost` names of the test hosts, and the default policy of each. */
export const testHosts = {
  host: 'strict',
  /** Not on the project's list. */
  other: 'strict',
  /** Its policy lacks `frame-src`. */
  nopolicy: 'no-frame-src',
  /** The project's owner trusts it with approvals inside the modal. */
  pinned: 'strict',
  /** Another origin of the same site as `host`. */
  'blog.host': 'strict',
  /** A name with non-ASCII letters, as browsers report it. */
  'xn--bcher-kva': 'strict',
} as const satisfies Readonly<Record<string, HostPolicyName>>

/**
 * `localhost` names of the demo sites, and the other site that each links to. One is trusted with approvals inside the
 * modal, see the record.
 */
export const demoHosts = { app: 'market', market: 'app' } as const
export type DemoHost = keyof typeof demoHosts
export const phoneHost = 'phone'

export type HostsOptions = {
  readonly demoDir: string
  readonly fixturesDir: string
  /** The SDK as it is shipped; test hosts serve it under `/sdk/`. */
  readonly sdkDir: string
  /** Pages with the libraries of dapps, if they are built; test hosts serve them under `/libraries/`. */
  readonly librariesDir: string
  readonly modalOrigin: string
  readonly config: HostConfig
  readonly demoConfig: DemoConfig
  readonly demoOrigins: Readonly<Record<DemoHost, string>>
  readonly faucet: Faucet
  readonly phoneConfig: PhoneConfig
  readonly reports: ReportSink
}

export function createHostsApp(options: HostsOptions): Hono {
  const files = {
    demo: listFiles(options.demoDir),
    tests: new Map([
      ...listFiles(options.fixturesDir),
      ...listFiles(options.sdkDir, '/sdk'),
      ...listFiles(options.librariesDir, '/libraries'),
    ]),
  }
  const urlsOf = ({ networks }: HostConfig, namespace: Network['chainNamespace']) =>
    networks.filter((one) => one.chainNamespace === namespace).flatMap((one) => one.rpcUrls.default.http)
  const rpcUrls = urlsOf(options.config, 'eip155')
  const solanaUrls = urlsOf(options.demoConfig, 'solana')
  const { inboxUrl } = options.demoConfig
  const demoPolicies: Readonly<Record<string, HostPolicy>> = {
    '/confirm.html': confirmPolicy,
    '/inbox.html': inboxPolicy(inboxUrl),
  }
  const app = new Hono()

  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route(reportsPath, createReportsRoute(options.reports))
  app.route(faucetPath, createFaucetRoute(options.faucet))
  app.get('*', (c) => {
    const name = hostName(c)
    if (isDemoHost(name)) {
      const path = c.req.path === '/' ? '/index.html' : c.req.path
      const policy = path.includes('wallet-worker')
        ? workerPolicy(rpcUrls)
        : (demoPolicies[path] ?? demoPolicy([...solanaUrls, inboxUrl]))
      const site = { name, otherUrl: `${options.demoOrigins[demoHosts[name]]}/` }
      return send(c, options.demoDir, files.demo, path, policy, { ...options.demoConfig, site })
    }
    if (name === phoneHost) {
      const path = c.req.path === '/' ? '/phone.html' : c.req.path
      const policy = phonePolicy([options.phoneConfig.relayUrl, ...rpcUrls, ...solanaUrls])
      return send(c, options.demoDir, files.demo, path, policy, options.phoneConfig)
    }
    if (isTestHost(name)) {
      const path = c.req.path === '/' ? '/host.html' : c.req.path
      const policyName = c.req.query('csp') ?? testHosts[name]
      const policy = findHostPolicy(policyName)
      if (!policy) return c.text(`No policy is named ${policyName}`, 400)
      // Pages with an opaque origin may load the files too.
      c.header('Access-Control-Allow-Origin', '*')
      return send(c, options.fixturesDir, files.tests, path, policy, options.config)
    }
    return c.text('Unknown host', 421)
  })
  return app

  function send(c: Context, folder: string, known: Files, path: string, policy: HostPolicy, config: unknown) {
    const type = contentTypes[extname(path)]
    const file = known.get(path)
    if (type === undefined || file === undefined) return c.text(missing(folder, path), 404)
    const common = { 'Content-Type': type, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    if (extname(path) !== '.html') {
      const headers = {
        ...common,
        // Files are same-origin with the page that loads them, but an isolated page also requires this header on Worker scripts.
        'Cross-Origin-Embedder-Policy': 'require-corp',
        // A policy on a script applies to the Worker started from it. Only the wallet's Worker has its own policy.
        ...(path.includes('wallet-worker') ? policyHeaders(policy, siteOf()) : {}),
      }
      return c.body(new Uint8Array(readFileSync(file)), 200, headers)
    }
    const nonce = randomBytes(16).toString('base64')
    const { html, scriptHashes } = markScripts(
      { path, html: readFileSync(file, 'utf8') },
      policy.scripts,
      nonce,
      (wanted) => {
        const found = known.get(wanted)
        return found === undefined ? undefined : readFileSync(found, 'utf8')
      },
    )
    const headers = {
      ...common,
      'Cross-Origin-Embedder-Policy': 'unsafe-none',
      ...policyHeaders(policy, { ...siteOf(), nonce, scriptHashes }),
    }
    return c.body(injectJson(html, configElementId, config), 200, headers)
  }

  function siteOf(): Site {
    return { modalOrigin: options.modalOrigin, nonce: '', scriptHashes: [] }
  }
}

const hostName = (c: Context): string => (c.req.header('host') ?? '').replace(/\.localhost(:\d+)?$/, '')
const isDemoHost = (name: string): name is DemoHost => Object.hasOwn(demoHosts, name)
const isTestHost = (name: string): name is keyof typeof testHosts => Object.hasOwn(testHosts, name)

const missing = (folder: string, path: string): string =>
  existsSync(folder) ? `${path} is not part of the build` : `${folder} is missing: run npm run build`

/** The headers of a page with this policy. */
export function policyHeaders({ csp, trialCsp, headers }: HostPolicy, site: Site): Readonly<Record<string, string>> {
  const report = { 'report-uri': [reportsPath] }
  return {
    ...(csp ? { 'Content-Security-Policy': serialize({ ...csp(site), ...report }) } : {}),
    ...(trialCsp ? { 'Content-Security-Policy-Report-Only': serialize({ ...trialCsp(site), ...report }) } : {}),
    ...headers,
  }
}

/** File by URL path, read once, so that a request can only select a known file. */
type Files = ReadonlyMap<string, string>

function listFiles(folder: string, under = ''): Files {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(entries.map((entry) => [`${under}/${entry.split(sep).join('/')}`, join(folder, entry)]))
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
}
