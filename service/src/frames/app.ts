/**
 * Serves the frame documents and their assets. Guarantees: only files of the build, each with the headers of its kind;
 * a project's page only with that project's policy; everything else is a refusal that cannot be framed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { type Context, Hono } from 'hono'
import { manifestName, sdkFolder, signatureName } from '../release/manifest.ts'
import { type Frame, frameHeaders, type Headers, reportsPath } from './headers.ts'
import { importMapSource, injectProject } from './page.ts'
import type { Projects } from './projects.ts'
import { createReportsRoute, type ReportSink } from './reports.ts'
import { isTicket, socialRedirect } from './social-redirect.ts'

export type FramesOptions = {
  /** Document served on this origin; the modal by default. One origin never serves both. */
  readonly frame?: Frame
  /** The built document, `modal.html` or `wallet.html`, and `assets/`. */
  readonly distDir: string
  readonly projects: Projects
  readonly reports: ReportSink
}

/** @throws {Error} when the build is missing. */
export function createFramesApp({ frame = { kind: 'modal' }, distDir, projects, reports }: FramesOptions): Hono {
  const page = readPage(distDir, `${frame.kind}.html`)
  const importMap = importMapSource(page)
  const assets = readAssets(join(distDir, 'assets'))
  const app = new Hono({ strict: true })

  app.route(reportsPath, createReportsRoute(reports))
  app.get('/p/:projectId/', (c) => {
    const record = projects.get(c.req.param('projectId'))
    if (!record || (frame.kind === 'wallet' && record.walletOrigin === undefined)) return refuse(c)
    // The wallet accepts one parent; its page contains that origin.
    const written = frame.kind === 'wallet' ? { ...record, modalOrigin: frame.modalOrigin } : record
    return c.body(injectProject(page, written), 200, {
      ...frameHeaders({ ...frame, record, importMap }),
      'Content-Type': 'text/html; charset=utf-8',
    })
  })
  if (frame.kind === 'wallet') {
    const window = readPage(distDir, 'window.html')
    app.get('/p/:projectId/window', (c) => {
      const record = projects.get(c.req.param('projectId'))
      if (record?.walletOrigin === undefined) return refuse(c)
      const headers = { ...frameHeaders({ kind: 'wallet-window', record }), 'Content-Type': 'text/html; charset=utf-8' }
      return c.body(window, 200, headers)
    })
  }
  if (frame.kind === 'modal')
    app.get('/p/:projectId/social/:ticket', (c) => {
      const record = projects.get(c.req.param('projectId'))
      const [to, ticket] = [record && socialRedirect(record), c.req.param('ticket')]
      if (to === undefined || !isTicket(ticket)) return refuse(c)
      const Location = `${to}${ticket}`
      return c.body(null, 303, { ...frameHeaders({ kind: 'refusal' }), 'Referrer-Policy': 'no-referrer', Location })
    })
  app.get('/assets/:name', (c) => {
    const asset = assets.get(c.req.param('name'))
    return asset ? c.body(asset.body, 200, asset.headers) : refuse(c)
  })
  const sdk = readSdk(join(distDir, sdkFolder))
  app.get(`/${sdkFolder}:version/:name`, (c) => {
    const asset = sdk.get(`${c.req.param('version')}/${c.req.param('name')}`)
    return asset ? c.body(asset.body, 200, asset.headers) : refuse(c)
  })
  for (const name of [manifestName, signatureName]) {
    const file = join(distDir, name)
    if (!existsSync(file)) continue // an unsealed build: `npm run verify` reports what is missing
    const headers = { ...frameHeaders({ kind: 'manifest' }), 'Content-Type': contentTypes[extname(name)] ?? plainText }
    const body = readFileSync(file, 'utf8')
    app.get(`/${name}`, (c) => c.body(body, 200, headers))
  }
  app.notFound(refuse)
  return app
}

const refuse = (c: Context) =>
  c.body('Not found', 404, { ...frameHeaders({ kind: 'refusal' }), 'Content-Type': plainText })

const plainText = 'text/plain; charset=utf-8'

function readPage(distDir: string, name: string): string {
  try {
    return readFileSync(join(distDir, name), 'utf8')
  } catch (cause) {
    throw new Error(`${join(distDir, name)} is missing: build the frames first`, { cause })
  }
}

type Asset = { readonly body: Uint8Array<ArrayBuffer>; readonly headers: Headers }

/** Reads all assets at start, so a request path can only select a known file. */
function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const type = contentTypes[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const kind = entry.name.startsWith('key-worker') ? 'key-worker' : 'asset'
    assets.set(entry.name, {
      body: new Uint8Array(readFileSync(join(folder, entry.name))),
      headers: { ...frameHeaders({ kind }), 'Content-Type': type },
    })
  }
  return assets
}

/** All versions present: operators keep the ones that pages still load. Other files in the folder are ignored. */
function readSdk(folder: string): ReadonlyMap<string, Asset> {
  const versions = existsSync(folder) ? readdirSync(folder) : []
  const headers = { ...frameHeaders({ kind: 'sdk' }), 'Content-Type': contentTypes['.js'] ?? plainText }
  return new Map(
    versions
      .map((version) => `${version}/airlock.js`)
      .filter((path) => existsSync(join(folder, path)))
      .map((path) => [path, { body: new Uint8Array(readFileSync(join(folder, path))), headers }]),
  )
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
