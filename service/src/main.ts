/** Starts the static server of the frames: environment, checked configuration, app, listen. */
import { getRequestListener } from '@hono/node-server'
import { readConfig } from './config.ts'
import { createFramesApp } from './frames/app.ts'
import { createReportLog, type ReportSink } from './frames/reports.ts'
import { listenOnLoopback } from './listen.ts'

try {
  const { port, frame, distDir, projects } = readConfig(process.env)
  const log = createReportLog()
  const reports: ReportSink = (report) => {
    log.add(report)
    console.warn(JSON.stringify({ event: 'report', total: log.total(), ...report }))
  }
  const app = createFramesApp({ frame, distDir, projects, reports })
  const server = await listenOnLoopback(getRequestListener(app.fetch), port)
  console.log(`The ${frame.kind} of ${projects.size} project(s) on port ${server.port}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
