/** Hot reload for modal, wallet and demo, each from a Vite server of its own. Only the local world uses it. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { projectElementId } from '@airlock/protocol/contracts/project.ts'
import { injectJson } from '@airlock/service/frames/page.ts'
import type { Listener } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer, type ViteDevServer } from 'vite'
import { freePort } from '../setup/free-port.ts'
import { configElementId } from '../world/hosts.ts'
import type { WorldOptions } from '../world/world.ts'
import { developmentHeaders, type Hot } from './policy.ts'

const root = resolve(import.meta.dirname, '../..')

/** A Vite server for one origin of the world: it has the sources, the world has the port, the records and the headers. */
type HotServer = {
  readonly hot: Hot
  readonly middlewares: ViteDevServer['middlewares']
  /** The source of this document, as the development server gives it to the browser. */
  readonly page: (file: string) => Promise<string>
  readonly stop: () => Promise<void>
}

async function startHotServer(mode: 'frame' | 'wallet' | 'dev-demo'): Promise<HotServer> {
  const port = await freePort()
  const nonce = randomBytes(16).toString('base64')
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    mode,
    appType: 'custom',
    cacheDir: join(root, `node_modules/.vite/${mode}`),
    html: { cspNonce: nonce },
    // Everything that is imported somewhere, so that no view that opens later reloads the page.
    optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '*.html', '!**/*.test.*'] },
    server: {
      middlewareMode: true,
      // A socket of its own on loopback: the port of the documents belongs to the world.
      hmr: { protocol: 'ws', host: 'localhost', port, clientPort: port },
      headers: isolation,
    },
  })
  return {
    hot: { nonce, socket: `ws://localhost:${port}` },
    middlewares: vite.middlewares,
    page: (file) => vite.transformIndexHtml(`/${file}`, readFileSync(join(vite.config.root, file), 'utf8')),
    stop: () => vite.close(),
  }
}

/** As on the built files: a document with these headers loads only what has them too. */
const isolation = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** Which source a request of this origin is for; `world` leaves it to the world's own server. */
type Route = (host: string, path: string) => { readonly document: string; readonly block?: string } | 'source' | 'world'

/** The modal's and the wallet's origin; the wallet's window has no code and no record. */
const frameRoute =
  (kind: 'modal' | 'wallet'): Route =>
  (_host, path) => {
    if (/^\/p\/[^/]+\/$/.test(path)) return { document: `${kind}.html`, block: projectElementId }
    if (/^\/p\/[^/]+\/window$/.test(path)) return { document: 'window.html' }
    return /^\/(health|reports|fixtures|sdk|p)(\/|$)|^\/manifest\./.test(path) ? 'world' : 'source'
  }

const pages: Readonly<Record<string, string>> = {
  '/confirm.html': 'confirm.html',
  '/inbox.html': 'inbox.html',
  '/index.html': 'index.html',
  '/phone.html': 'phone.html',
}

const demoRoute: Route = (host, path) => {
  const name = host.split('.localhost')[0] ?? ''
  if (!['app', 'market', 'phone'].includes(name)) return 'world'
  const page = path === '/' ? (name === 'phone' ? 'phone.html' : 'index.html') : pages[path]
  if (page !== undefined) return { document: page, block: configElementId }
  return /^\/(health|reports|faucet)(\/|$)/.test(path) ? 'world' : 'source'
}

/** Puts a development server in front of the world's own: documents with their records and headers, sources from Vite. */
function inFront(app: Hono, listener: Listener, server: HotServer, route: Route): Listener {
  const documents = getRequestListener(async (request) => {
    const url = new URL(request.url)
    const deployed = await app.fetch(request)
    const found = route(url.host, url.pathname)
    if (typeof found === 'string' || !deployed.ok) return deployed
    const html = await server.page(found.document)
    const json = found.block === undefined ? undefined : blockIn(await deployed.text(), found.block)
    const body =
      json === undefined || found.block === undefined ? html : injectJson(html, found.block, JSON.parse(json))
    return new Response(body, { headers: developmentHeaders(url, deployed.headers, server.hot) })
  })
  return (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const found = route(request.headers.host ?? '', path)
    if (found === 'world') return listener(request, response)
    if (found === 'source') return server.middlewares(request, response, () => response.writeHead(404).end())
    return documents(request, response)
  }
}

function blockIn(html: string, id: string): string | undefined {
  return new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1]
}

export type Development = Required<Pick<WorldOptions, 'inFront'>> & { readonly stop: () => Promise<void> }

export async function startDevelopment(): Promise<Development> {
  // One after the other: each looks through the dependencies at its first start.
  const servers = {
    modal: await startHotServer('frame'),
    wallet: await startHotServer('wallet'),
    hosts: await startHotServer('dev-demo'),
  }
  const routes = { modal: frameRoute('modal'), wallet: frameRoute('wallet'), hosts: demoRoute }
  return {
    inFront: (origin, app, listener) => inFront(app, listener, servers[origin], routes[origin]),
    stop: async () => {
      await Promise.all(Object.values(servers).map((server) => server.stop()))
    },
  }
}
