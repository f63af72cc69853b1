/** Rules between several keys of the config file. */
import { SocialProviders } from '@airlock/protocol/contracts/shapes/socials.ts'
import type { Projects } from '../frames/projects.ts'
import type { WalletSettings } from '../wallet/domain/context.ts'
import { isLoopbackOrigin } from '../wallet/loopback.ts'
import { type ConfigFile, type RoleName, roleNames } from './file.ts'

export type RecoverySettings = Pick<WalletSettings, 'recoveryUrl' | 'isRecoveryApart' | 'recoveryKinds'>

const urlsOf = (set: ConfigFile) => roleNames.flatMap((name) => (set[name] ? [[name, set[name].url] as const] : []))

/** Whether the installation is public. A mix would send users of a public page to URLs on their own machine. */
export function requireOneKind(set: ConfigFile): boolean {
  const urls = urlsOf(set)
  if (urls.length === 0) throw new Error(`There is no role: add one of ${roleNames.join(', ')}`)
  const local = urls.filter(([, url]) => isLoopbackOrigin(url))
  const [first] = local
  if (first && local.length < urls.length)
    throw new Error(`${first[0]}.url is an address of this machine, and others are not: make all of them https`)
  return local.length === 0
}

/** Frames are isolated from each other by origin, and roles that share a port are told apart by it. */
export function requireOrigins(set: ConfigFile): void {
  const seen = new Map<string, RoleName>()
  for (const [name, url] of urlsOf(set)) {
    const other = seen.get(url)
    if (other !== undefined)
      throw new Error(
        `${name}.url is the one of ${other}: each role needs an origin of its own, such as another host name`,
      )
    seen.set(url, name)
  }
}

/**
 * A public URL implies a proxy, which terminates TLS. With a wrong count every client appears to have the proxy's address: all clients
 * share one rate limit, and emails name the wrong location.
 */
export function countProxies(count: number | undefined, url: string): number {
  if (isLoopbackOrigin(url)) return count ?? 0
  if (count === undefined || count === 0)
    throw new Error(
      'proxies is not set: say how many proxies of yours add an address to X-Forwarded-For, 1 for a single TLS proxy (AIRLOCK_PROXIES sets it too)',
    )
  return count
}

export function chooseRecovery(
  { url: own, recovery: choice, recoveryUrl }: NonNullable<ConfigFile['accounts']>,
  served: string | undefined,
): RecoverySettings {
  if (choice === 'person')
    return { recoveryUrl: undefined, isRecoveryApart: false, recoveryKinds: ['passkey', 'password'] }
  const url = recoveryUrl ?? (choice === 'operator' ? served : undefined)
  if (url === undefined)
    throw new Error(`accounts.recovery "${choice}" needs accounts.recoveryUrl, the origin of the recovery role`)
  if (choice === 'split' && (url === own || url === served))
    throw new Error(
      'accounts.recovery "split" needs a recovery role on another origin, run by another operator; for one operator, choose "operator"',
    )
  return { recoveryUrl: url, isRecoveryApart: choice === 'split', recoveryKinds: ['passkey', 'password', 'escrow'] }
}

/**
 * A user has one wallet across all projects. A wallet created under a record without this recovery role, or with
 * another one, could not be opened under the other records.
 */
export function requireRecovery(projects: Projects, own: string, url: string): void {
  const originOf = (address: string | undefined) => address && new URL(address).origin
  for (const { projectId, walletServiceUrl, recoveryServiceUrl } of projects.values())
    if (originOf(walletServiceUrl) === originOf(own) && originOf(recoveryServiceUrl) !== originOf(url))
      throw new Error(
        `Project ${projectId}: its recoveryServiceUrl has to be ${url}, the recovery role of its wallet service`,
      )
}

type Offered = {
  readonly url: string
  readonly socials: readonly { readonly id: string }[]
  readonly farcaster: unknown
}

/** A page must not offer a login that the service refuses. */
export function requireSocials(projects: Projects, { url, socials, farcaster }: Offered): void {
  for (const { projectId, walletServiceUrl, socials: listed } of projects.values()) {
    if (listed === undefined || walletServiceUrl === undefined || new URL(walletServiceUrl).origin !== url) continue
    const has = (id: string) => (id === 'farcaster' ? farcaster !== undefined : socials.some((one) => one.id === id))
    const missing = SocialProviders.parse(listed).find(({ id }) => !has(id))
    if (missing)
      throw new Error(
        `Project ${projectId} offers the social login "${missing.id}", which ${missing.id === 'farcaster' ? 'needs accounts.farcaster' : 'accounts.socials does not have'}`,
      )
  }
}
