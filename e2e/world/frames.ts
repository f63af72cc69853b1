/** The frames server as deployed, and beside it the fixture frames, which get the same headers on the same origin. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { createFramesApp } from '@airlock/service/frames/app.ts'
import { frameHeaders } from '@airlock/service/frames/headers.ts'
import { injectProject } from '@airlock/service/frames/page.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import type { ReportSink } from '@airlock/service/frames/reports.ts'
import { Hono } from 'hono'

/** Frame documents of the tests: for benches, for the harness, one approval, a hostile frame, both ends of a wallet link. */
const fixtureFrames: ReadonlySet<string> = new Set([
  'empty.html',
  'echo.html',
  'harness-frame.html',
  'bench-bridge-frame.html',
  'gate-frame.html',
  'approval-gallery.html',
  'attack-frame.html',
  'wallet-link-wallet.html',
  'nested-modal.html',
  'lax-frame.html',
])

/** The project of most tests, the same with an embedded wallet, with a relay, and with a wallet listing; and the demo page's own. */
export type WorldRecords = {
  readonly demo: ProjectRecord
  readonly embedded: ProjectRecord
  readonly paired: ProjectRecord
  readonly listed: ProjectRecord
  readonly showcase: ProjectRecord
}

/** The wallet's origin, as deployed. */
export const createWorldWallet = (options: {
  distDir: string
  modalOrigin: string
  record: ProjectRecord
  reports: ReportSink
}): Hono =>
  createFramesApp({
    frame: { kind: 'wallet', modalOrigin: options.modalOrigin },
    distDir: options.distDir,
    projects: parseProjects([options.record]),
    reports: options.reports,
  })

/** Another project with the same hosts, for pages with two. */
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
    const record = page === 'nested-modal.html' ? records.embedded : records.demo
    const headers = { ...frameHeaders({ kind: 'modal', record }), 'Content-Type': 'text/html; charset=utf-8' }
    return c.body(injectProject(readFileSync(join(fixturesDir, page), 'utf8'), record), 200, headers)
  })
  app.get('/fixtures/assets/:name{[\\w-]+\\.(js|css)}', (c) => {
    const name = c.req.param('name')
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/css'
    const headers = { ...frameHeaders({ kind: 'asset' }), 'Content-Type': `${type}; charset=utf-8` }
    return c.body(readFileSync(join(fixturesDir, 'assets', name), 'utf8'), 200, headers)
  })
  const projects = parseProjects([...Object.values(records), { ...records.demo, projectId: secondProjectId }])
  app.route('/', createFramesApp({ distDir, projects, reports }))
  app.notFound((c) => c.text('Not found', 404, { ...frameHeaders({ kind: 'refusal' }) }))
  return app
}
