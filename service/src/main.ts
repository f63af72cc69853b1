/** Starts the static server of the frames and, if configured, the listing and analytics on their own port. */
import { getRequestListener } from '@hono/node-server'
import { createTally } from './analytics/tally.ts'
import { createApiApp } from './api/app.ts'
import { readConfig } from './config.ts'
import { createFramesApp } from './frames/app.ts'
import { createReportLog, type ReportSink } from './frames/reports.ts'
import { listenOnLoopback } from './listen.ts'

try {
  const { port, frame, distDir, projects, api } = readConfig(process.env)
  const log = createReportLog()
  const reports: ReportSink = (report) => {
    log.add(report)
    console.warn(JSON.stringify({ event: 'report', total: log.total(), ...report }))
  }
  const app = createFramesApp({ frame, distDir, projects, reports })
  const server = await listenOnLoopback(getRequestListener(app.fetch), port)
  console.log(`The ${frame.kind} of ${projects.size} project(s) on port ${server.port}`)
  const servers = [server]
  if (api) {
    const isAnalyticsEnabled = (projectId: string) => !api.withoutAnalytics.has(projectId)
    const apiApp = createApiApp({ projects, origins: api.origins, tally: createTally(), isAnalyticsEnabled })
    servers.push(await listenOnLoopback(getRequestListener(apiApp.fetch), api.port))
    console.log(`Listing and analytics on port ${servers.at(-1)?.port}`)
  }
  const close = () => Promise.all(servers.map((running) => running.close()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
