/** Listing and analytics as deployed, for the projects of the world that use them. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { createTally, type Tally } from '@airlock/service/analytics/tally.ts'
import { createApiApp } from '@airlock/service/api/app.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import type { WalletAnswer } from '@airlock/service/listing/wallets.ts'
import type { Hono } from 'hono'

export type WorldApi = { readonly app: Hono; readonly tally: Tally }

export function createWorldApi({
  records,
  modalOrigin,
  wallets,
}: {
  records: readonly ProjectRecord[]
  modalOrigin: string
  wallets: readonly WalletAnswer[] | undefined
}): WorldApi {
  const tally = createTally()
  const app = createApiApp({
    projects: parseProjects(records),
    origins: [modalOrigin],
    tally,
    wallets,
    isAnalyticsEnabled: () => true,
  })
  return { app, tally }
}
