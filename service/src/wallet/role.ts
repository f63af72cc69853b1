/**
 * A role with a database: store, app, email sender, jobs. Its shutdown loses nothing: long polls answer, open requests
 * finish, then emails and jobs stop, and the store last.
 */
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Kek } from '../crypto/kek.ts'
import type { Lookup } from '../crypto/lookup.ts'
import type { Projects } from '../frames/projects.ts'
import type { Listener } from '../listen.ts'
import { openStore, type Place } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { createWalletApp } from './app.ts'
import type { WalletSettings } from './domain/context.ts'
import { codeCost } from './domain/one-time-code.ts'
import type { RateLimits } from './domain/rates.ts'
import { createFarcaster } from './farcaster/farcaster.ts'
import type { FarcasterSettings } from './farcaster/settings.ts'
import { clientAddress } from './http/client-address.ts'
import { createLog, type Log } from './http/log.ts'
import { createMetrics, createMetricsApp } from './http/metrics.ts'
import { readyMs, sharedFor } from './http/shared-for.ts'
import { startSender } from './mail/sender.ts'
import { createSmtpTransport, type SmtpOptions } from './mail/smtp.ts'
import { createTerminalTransport } from './mail/terminal.ts'
import { type Outside, realOutside } from './outside.ts'
import { createRecoveryApp } from './recovery/app.ts'
import { createSocialProviders } from './social/providers.ts'
import type { SocialSettings } from './social/settings.ts'

export const roles = ['wallet', 'recovery'] as const

export type RoleConfig = {
  readonly role: (typeof roles)[number]
  /** Public origin of this role, used by clients and in email links. */
  readonly publicUrl: string
  readonly projects: Projects
  readonly store: { readonly place: Place; readonly kek: Kek; readonly lookup: Lookup }
  /** `terminal`: emails are printed, for development. */
  readonly mail: SmtpOptions | 'terminal'
  /** Number of the operator's proxies between client and port; each adds one address to `X-Forwarded-For`. */
  readonly proxies: number
  readonly limits: RateLimits
  readonly socials?: readonly SocialSettings[] | undefined
  readonly farcaster?: FarcasterSettings | undefined
  readonly recovery: Pick<WalletSettings, 'recoveryUrl' | 'isRecoveryApart' | 'recoveryKinds'>
}

export type Role = {
  readonly listener: Listener
  /** `GET /metrics` for Prometheus, to be served on a port of its own. */
  readonly metrics: Listener
  /** Rejects while the database cannot be written. */
  readonly ready: () => Promise<void>
  /** First step of shutdown: long polls answer, readiness fails. Afterwards let requests finish, then call `close`. */
  readonly drain: () => void
  readonly close: () => Promise<void>
}

const hour = 60 * 60_000

/** Builds a role, without opening its port. */
export async function createRole(
  config: RoleConfig,
  { write = console.log, outside = realOutside }: RoleOptions = {},
): Promise<Role> {
  const store = await openStore({ place: config.store.place, kek: config.store.kek, now: outside.now })
  const log = createLog(write, outside.now)
  const metrics = createMetrics({ pendingMails: () => store.outbox.pending(outside.now()) })
  const stopping = new AbortController()
  const { app, isWanted } = createApp()
  const sender = startSender({
    outbox: store.outbox,
    transport: config.mail === 'terminal' ? createTerminalTransport(write) : createSmtpTransport(config.mail),
    now: outside.now,
    log,
    metrics,
    ...(isWanted ? { isWanted } : {}),
  })
  const jobs = startJobs(store, outside.now, log)
  return {
    listener: getRequestListener(app.fetch),
    metrics: getRequestListener(createMetricsApp(metrics).fetch),
    ready: sharedFor(readyMs, () => store.ping()),
    drain: () => stopping.abort(),
    async close() {
      stopping.abort()
      await Promise.all([sender.stop(), jobs.stop()])
      await store.close()
    },
  }

  function createApp(): { readonly app: Hono; readonly isWanted?: (to: string) => Promise<boolean> } {
    const { publicUrl, limits, projects, recovery } = config
    const { lookup } = config.store
    const addressOf = (c: Parameters<typeof clientAddress>[0]) => clientAddress(c, config.proxies)
    const common = { log, metrics, addressOf, stopping: stopping.signal }
    const socials = createSocialProviders(config.socials ?? [])
    const farcaster = config.farcaster && createFarcaster(config.farcaster)
    const base = { store, lookup, outside, projects, socials, farcaster }
    if (config.role === 'wallet') {
      const context = { ...base, codeCost, settings: { publicUrl, limits, ...recovery } }
      return { app: createWalletApp({ ...common, context }) }
    }
    const settings = { publicUrl, limits }
    const { app: recoveryApp, checks } = createRecoveryApp({ ...common, context: { ...base, settings } })
    return { app: recoveryApp, isWanted: checks.isKnown }
  }
}

export type RoleOptions = { readonly write?: (line: string) => void; readonly outside?: Outside }

/** Cleans up at start and every hour. Safe to run in several processes at once. */
function startJobs(store: Store, now: () => number, log: Log): { readonly stop: () => Promise<void> } {
  const run = async () => {
    try {
      await store.wallets.abandonStale(now() - 24 * hour)
      await store.purge(now())
    } catch (error) {
      log({ event: 'job-failed', error: error instanceof Error ? error.name : typeof error })
    }
  }
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, hour)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
