/** The frames server as deployed, and the fixture frames, with the same headers on the same origin. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { createFramesApp } from '@airlock/service/frames/app.ts'
import { frameHeaders } from '@airlock/service/frames/headers.ts'
import { injectProject } from '@airlock/service/frames/page.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import type { ReportSink } from '@airlock/service/frames/reports.ts'
import { Hono } from 'hono'

/** Frame documents for tests: for benches, for the harness, an approval, a hostile frame, both ends of a wallet link. */
const fixtureFrames: ReadonlySet<string> = new Set([
  'empty.html',
  'echo.html',
  'harness-frame.html',
  'bench-bridge-frame.html',
  'gate-frame.html',
  'approval-gallery.html',
  'approval-in-window.html',
  'security-gallery.html',
  'attack-frame.html',
  'attack-host.html',
  'wallet-link-wallet.html',
  'nested-modal.html',
  'lax-frame.html',
])

/** Fixtures that replace the modal and embed a wallet. */
const modals: ReadonlySet<string> = new Set(['nested-modal.html', 'attack-host.html'])

/** The project of most tests, and the same project with an embedded wallet, a relay, a wallet listing, or relay and listing. */
export type WorldRecords = {
  readonly demo: ProjectRecord
  readonly embedded: ProjectRecord
  readonly paired: ProjectRecord
  readonly listed: ProjectRecord
  readonly showcase: ProjectRecord
}

/** Fixtures on the wallet's origin with its headers: the wallet frame's prompts, and a hostile wallet. */
const walletFixtures: ReadonlySet<string> = new Set(['security-wallet.html', 'attack-frame.html'])

/** The wallet's origin as deployed, with fixtures. */
export function createWorldWallet(options: {
  distDir: string
  fixturesDir: string
  modalOrigin: string
  records: readonly ProjectRecord[]
  reports: ReportSink
}): Hono {
  const { distDir, fixturesDir, modalOrigin, records, reports } = options
  const [record] = records
  if (!record) throw new Error('The wallet needs a project')
  const app = new Hono()
  app.get('/fixtures/:page{[a-z-]+\\.html}', (c) => {
    const file = c.req.param('page')
    if (!walletFixtures.has(file)) return c.notFound()
    const headers = { ...frameHeaders({ kind: 'wallet', modalOrigin, record }), 'Content-Type': html }
    const page = readFileSync(join(fixturesDir, file), 'utf8')
    return c.body(injectProject(page, { ...record, modalOrigin }), 200, headers)
  })
  serveFixtureAssets(app, fixturesDir)
  const frame = { kind: 'wallet', modalOrigin } as const
  app.route('/', createFramesApp({ frame, distDir, projects: parseProjects(records), reports }))
  app.notFound((c) => c.text('Not found', 404, { ...frameHeaders({ kind: 'refusal' }) }))
  return app
}

const html = 'text/html; charset=utf-8'

function serveFixtureAssets(app: Hono, fixturesDir: string): void {
  app.get('/fixtures/assets/:name{[\\w-]+\\.(js|css)}', (c) => {
    const name = c.req.param('name')
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/css'
    const kind = name.startsWith('key-worker') ? 'key-worker' : 'asset'
    const headers = { ...frameHeaders({ kind }), 'Content-Type': `${type}; charset=utf-8` }
    return c.body(readFileSync(join(fixturesDir, 'assets', name), 'utf8'), 200, headers)
  })
}

/** Another project with the same hosts, for pages with two projects. */
export const secondProjectId = 'second'

export function createWorldFrames(options: {
  distDir: string
  fixturesDir: string
  records: WorldRecords
  reports: ReportSink
}): Hono {
  const { distDir, fixturesDir, records, reports } = options
  const app = new Hono()
  app.get('/fixtures/:page{[a-z-]+\\.html}', (c) => {
    const page = c.req.param('page')
    if (!fixtureFrames.has(page)) return c.notFound()
    const record = modals.has(page) ? records.embedded : records.demo
    const headers = { ...frameHeaders({ kind: 'modal', record }), 'Content-Type': html }
    return c.body(injectProject(readFileSync(join(fixturesDir, page), 'utf8'), record), 200, headers)
  })
  serveFixtureAssets(app, fixturesDir)
  const projects = parseProjects([...Object.values(records), { ...records.demo, projectId: secondProjectId }])
  app.route('/', createFramesApp({ distDir, projects, reports }))
  app.notFound((c) => c.text('Not found', 404, { ...frameHeaders({ kind: 'refusal' }) }))
  return app
}
