/** The modal's API on one origin, separate from the frames: wallet listing and analytics. */
import { Hono } from 'hono'
import { createAnalyticsApp } from '../analytics/app.ts'
import type { Tally } from '../analytics/tally.ts'
import { createListingApp } from '../listing/app.ts'
import { wallets as bundled, type WalletAnswer } from '../listing/wallets.ts'
import { allowCallers, type Callers, refuse } from './caller.ts'

export function createApiApp({ tally, isAnalyticsEnabled, wallets = bundled, ...callers }: ApiOptions): Hono {
  const app = new Hono({ strict: true })
  app.use(allowCallers(callers))
  app.route('/', createListingApp(wallets))
  app.route('/', createAnalyticsApp({ tally, isEnabled: isAnalyticsEnabled }))
  app.notFound((c) => refuse(c, 404, '', 'Not found'))
  return app
}

export type ApiOptions = Callers & {
  /** Wallets in the listing; the bundled ones by default. */
  readonly wallets?: readonly WalletAnswer[] | undefined
  readonly tally: Tally
  /** The project owner's setting. When off, the modal sends no events. */
  readonly isAnalyticsEnabled: (projectId: string) => boolean
}
