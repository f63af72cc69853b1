/** Builds the roles of an installation, without opening a port. */
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createTally } from '../analytics/tally.ts'
import { createApiApp } from '../api/app.ts'
import { type RoleName, roleNames } from '../config/file.ts'
import type { Config, GatewayPlace, StorePlace } from '../config/read.ts'
import type { RecoverySettings } from '../config/rules.ts'
import { createFramesApp } from '../frames/app.ts'
import { createReportLines } from '../frames/reports.ts'
import { createGateway } from '../gateway/role.ts'
import { openLookup, openSecrets, placeOf } from '../store/secrets.ts'
import { createRole, type RoleConfig } from '../wallet/role.ts'
import type { Part } from './serve.ts'

export type PartsOptions = {
  readonly config: Config
  /** Folder with the built frames: `frame` and `wallet`. */
  readonly built: string
  /** The roles to run in this process; by default all roles of the file. */
  readonly only?: readonly RoleName[] | undefined
  readonly write: (line: string) => void
}

/** @throws {Error} for a role that the file does not have, a missing build, or a database or secret that cannot be used. */
export async function createParts({ config, built, only = roleNames, write }: PartsOptions): Promise<readonly Part[]> {
  const reports = createReportLines({ write })
  const { projects } = config
  const builders: Readonly<Record<RoleName, () => Promise<Part> | undefined>> = {
    modal: () =>
      config.modal &&
      still('modal', config.modal, createFramesApp({ distDir: join(built, 'frame'), projects, reports })),
    wallet: () => {
      if (!config.wallet) return undefined
      const frame = { kind: 'wallet', modalOrigin: config.wallet.modalOrigin } as const
      return still(
        'wallet',
        config.wallet,
        createFramesApp({ frame, distDir: join(built, 'wallet'), projects, reports }),
      )
    },
    listing: () => {
      if (!config.listing) return undefined
      const { origins, withoutAnalytics } = config.listing
      const isAnalyticsEnabled = (projectId: string) => !withoutAnalytics.has(projectId)
      return still(
        'listing',
        config.listing,
        createApiApp({ projects, origins, tally: createTally(), isAnalyticsEnabled }),
      )
    },
    accounts: () => config.accounts && stored('wallet', config.accounts, config.accounts.recovery, config.accounts),
    recovery: () => config.recovery && stored('recovery', config.recovery, noRecovery),
    gateway: () => config.gateway && gateway(config.gateway),
  }
  const parts: Part[] = []
  try {
    for (const name of roleNames.filter((one) => only.includes(one))) {
      const part = await builders[name]()
      if (part) parts.push(part)
      else if (only !== roleNames) throw new Error(`${config.file} has no ${name}`)
    }
  } catch (error) {
    await Promise.all(parts.map((part) => part.close()))
    throw error
  }
  return parts

  async function gateway({ url, port, database, pepperFile, metricsPort, ...settings }: GatewayPlace): Promise<Part> {
    const store = { place: placeOf(database), lookup: openLookup('gateway', pepperFile) }
    const running = await createGateway({ ...settings, projects, store, proxies: config.proxies }, { write })
    const metrics = metricsPort === undefined ? undefined : { port: metricsPort, listener: running.metrics }
    return { ...running, name: 'gateway', url, port, metrics }
  }

  async function stored(
    role: RoleConfig['role'],
    place: StorePlace,
    recovery: RecoverySettings,
    { socials, farcaster }: Pick<RoleConfig, 'socials' | 'farcaster'> = {},
  ): Promise<Part> {
    const { name, url, port, metricsPort, mailFrom, limits } = place
    const { smtpUrl, proxies } = config
    const running = await createRole(
      {
        role,
        publicUrl: url,
        projects,
        store: openSecrets(place),
        mail: smtpUrl === undefined ? 'terminal' : { url: smtpUrl, from: mailFrom },
        proxies,
        limits,
        socials,
        farcaster,
        recovery,
      },
      { write },
    )
    const metrics = metricsPort === undefined ? undefined : { port: metricsPort, listener: running.metrics }
    return { ...running, name, url, port, metrics }
  }
}

const noRecovery: RecoverySettings = { recoveryUrl: undefined, isRecoveryApart: false, recoveryKinds: [] }

type Fetches = { readonly fetch: (request: Request) => Response | Promise<Response> }

/** A stateless role is ready at once. */
const still = async (
  name: RoleName,
  { url, port }: { readonly url: string; readonly port: number },
  app: Fetches,
): Promise<Part> => ({
  name,
  url,
  port,
  listener: getRequestListener((request) => app.fetch(request)),
  ready: async () => {},
  drain: () => {},
  close: async () => {},
})
