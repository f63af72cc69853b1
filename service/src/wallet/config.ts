/** Parses and validates the environment of the wallet service and the recovery role before anything is opened. */
import { isOrigin } from '@airlock/protocol/scalars/origin.ts'
import * as z from 'zod/mini'
import { readProjects } from '../config.ts'
import type { Projects } from '../frames/projects.ts'
import { readStoreConfig } from '../store/config.ts'
import { type RateLimits, type RateRule, rateTable } from './domain/rates.ts'
import { isLoopbackOrigin } from './loopback.ts'
import type { RoleConfig } from './role.ts'

/** Codes and tokens travel over this URL: https, or http on loopback. */
const PublicUrl = z.string().check(
  z.refine((text) => isOrigin(text), 'is not an origin such as https://accounts.example.org'),
  z.refine((text) => text.startsWith('https:') || isLoopbackOrigin(text), 'is not encrypted'),
)
const Port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))

const Environment = z.object({
  /** Loopback port; a TLS proxy in front of it is expected. */
  AIRLOCK_SERVICE_PORT: z._default(Port, 5176),
  /** Public origin of this role, used by clients and in email links. */
  AIRLOCK_SERVICE_URL: PublicUrl,
  AIRLOCK_PROJECTS: z.string().check(z.minLength(1)),
  /** SMTP server: `smtp://` or `smtps://`. */
  AIRLOCK_SMTP_URL: z
    .string()
    .check(z.refine((text) => /^smtps?:\/\/[^\s/]+/.test(text), 'is not an smtp: or smtps: URL')),
  AIRLOCK_MAIL_FROM: z.string().check(z.regex(/^[^\r\n]{0,100}<?[^\s@<>]+@[^\s@<>]+>?$/)),
  /** Number of your own proxies between client and port; each adds one address to `X-Forwarded-For`. */
  AIRLOCK_PROXIES: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(8))),
  /** Loopback port of the metrics. Unset: no metrics. */
  AIRLOCK_METRICS_PORT: z.optional(Port),
  /** Overrides of `domain/rates.ts`: `mailsFromNetworkPerHour=100,mailsOfProjectPerHour=5000`. */
  AIRLOCK_LIMITS: z.optional(z.string()),
  /**
   * Whose cooperation restores a wallet on a new device. `person`: only the user, with a passkey or password (L2).
   * `split`: also halves kept by this service and by a recovery role of another operator (L1). `operator`: both halves
   * with one operator, who could rebuild keys (L0). The wallet's recovery page tells the user which one applies.
   */
  AIRLOCK_RECOVERY: z.optional(z.enum(['person', 'split', 'operator'])),
  /** Origin of the recovery role; required for `split` and `operator`. */
  AIRLOCK_RECOVERY_URL: z.optional(PublicUrl),
})

/** @throws {Error} naming the invalid setting; the message never contains a secret. */
export function readRoleConfig(
  role: RoleConfig['role'],
  env: Readonly<Record<string, string | undefined>>,
): RoleConfig {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) throw new Error(`The environment is not valid:\n${z.prettifyError(parsed.error)}`)
  const set = parsed.data
  const projects = readProjects(set.AIRLOCK_PROJECTS)
  const recovery =
    role === 'recovery'
      ? noRecovery
      : chooseRecovery(set.AIRLOCK_RECOVERY, set.AIRLOCK_RECOVERY_URL, set.AIRLOCK_SERVICE_URL)
  if (recovery.recoveryUrl !== undefined) requireRecovery(projects, set.AIRLOCK_SERVICE_URL, recovery.recoveryUrl)
  return {
    role,
    port: set.AIRLOCK_SERVICE_PORT,
    publicUrl: set.AIRLOCK_SERVICE_URL,
    projects,
    store: readStoreConfig(env),
    mail: { url: set.AIRLOCK_SMTP_URL, from: set.AIRLOCK_MAIL_FROM },
    proxies: countProxies(set.AIRLOCK_PROXIES, set.AIRLOCK_SERVICE_URL),
    metricsPort: set.AIRLOCK_METRICS_PORT,
    limits: parseLimits(set.AIRLOCK_LIMITS ?? ''),
    recovery,
  }
}

/**
 * The port is on loopback, so a public URL implies a proxy. With a wrong count every client appears to have the proxy's
 * address: all clients share one rate limit, and emails name the wrong place.
 */
function countProxies(count: number | undefined, url: string): number {
  if (isLoopbackOrigin(url)) return count ?? 0
  if (count === undefined || count === 0)
    throw new Error(
      'AIRLOCK_PROXIES is not set: say how many proxies of yours add an address to X-Forwarded-For, 1 for a single TLS proxy',
    )
  return count
}

const noRecovery: RoleConfig['recovery'] = { recoveryUrl: undefined, isRecoveryApart: false, recoveryKinds: [] }

function chooseRecovery(
  choice: 'person' | 'split' | 'operator' | undefined,
  url: string | undefined,
  own: string,
): RoleConfig['recovery'] {
  if (choice === undefined)
    throw new Error(
      'AIRLOCK_RECOVERY is not set: choose person, split or operator, and see docs/hosting.md for the consequences',
    )
  if (choice === 'person')
    return { recoveryUrl: undefined, isRecoveryApart: false, recoveryKinds: ['passkey', 'password'] }
  if (url === undefined) throw new Error(`AIRLOCK_RECOVERY=${choice} needs AIRLOCK_RECOVERY_URL`)
  if (choice === 'split' && url === own)
    throw new Error(
      'AIRLOCK_RECOVERY=split needs a recovery role on another origin; for the same origin, choose operator',
    )
  return { recoveryUrl: url, isRecoveryApart: choice === 'split', recoveryKinds: ['passkey', 'password', 'escrow'] }
}

/**
 * A user has one wallet across all projects. A wallet created under a record without this recovery role, or with
 * another one, could not be opened under the other records.
 */
function requireRecovery(projects: Projects, own: string, url: string): void {
  const originOf = (address: string | undefined) => address && new URL(address).origin
  for (const { projectId, walletServiceUrl, recoveryServiceUrl } of projects.values())
    if (originOf(walletServiceUrl) === originOf(own) && originOf(recoveryServiceUrl) !== originOf(url))
      throw new Error(
        `Project ${projectId}: its recoveryServiceUrl has to be ${url}, the AIRLOCK_RECOVERY_URL of its wallet service`,
      )
}

const isRateRule = (text: string): text is RateRule => Object.hasOwn(rateTable, text)

/** @throws {Error} for an unknown limit name or a value that is not a positive number. */
function parseLimits(list: string): RateLimits {
  const limits: Partial<Record<RateRule, number>> = {}
  for (const entry of list.split(',').filter((part) => part.trim() !== '')) {
    const [name = '', value = ''] = entry.split('=').map((part) => part.trim())
    if (!isRateRule(name) || !/^[1-9]\d{0,8}$/.test(value))
      throw new Error(`AIRLOCK_LIMITS: ${entry.trim()} is not a limit`)
    limits[name] = Number(value)
  }
  return limits
}
