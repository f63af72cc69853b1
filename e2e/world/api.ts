/** Listing and analytics as deployed, for the projects of the world that have them. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { createTally, type Tally } from '@airlock/service/analytics/tally.ts'
import { createApiApp } from '@airlock/service/api/app.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import type { Hono } from 'hono'

export type WorldApi = { readonly app: Hono; readonly tally: Tally }

export function createWorldApi({
  records,
  modalOrigin,
}: {
  records: readonly ProjectRecord[]
  modalOrigin: string
}): WorldApi {
  const tally = createTally()
  const app = createApiApp({
    projects: parseProjects(records),
    origins: [modalOrigin],
    tally,
    isAnalyticsEnabled: () => true,
  })
  return { app, tally }
}
