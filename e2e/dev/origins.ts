/** Puts the development servers in front of the world's own: documents with their records and headers, sources from Vite. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { projectElementId } from '@airlock/protocol/contracts/project.ts'
import { injectJson } from '@airlock/service/frames/page.ts'
import type { Listener } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { configElementId } from '../world/hosts.ts'
import { developmentHeaders } from './policy.ts'
import type { HotServer } from './vite.ts'

/** Which source a request of this origin is for; `world` leaves it to the world's own server. */
export type Route = (
  host: string,
  path: string,
) => { readonly document: string; readonly block?: string } | 'source' | 'world'

/** The modal's and the wallet's origin; the wallet's window has no code and no record. */
export const frameRoute =
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

export const demoRoute: Route = (host, path) => {
  const name = host.split('.localhost')[0] ?? ''
  if (!['app', 'market', 'phone'].includes(name)) return 'world'
  const page = path === '/' ? (name === 'phone' ? 'phone.html' : 'index.html') : pages[path]
  if (page !== undefined) return { document: page, block: configElementId }
  return /^\/(health|reports|faucet)(\/|$)/.test(path) ? 'world' : 'source'
}

export function inFront(app: Hono, listener: Listener, server: HotServer, route: Route): Listener {
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
