/** Reads and checks the config file with its overrides, before anything is opened. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readOwnFile } from '../crypto/secret.ts'
import { type Projects, parseProjects } from '../frames/projects.ts'
import { readSwapSettings } from '../gateway/convert/read.ts'
import { readEns } from '../gateway/identity/settings.ts'
import { readNames } from '../gateway/names/read.ts'
import { readNetworks } from '../gateway/networks/read.ts'
import { readOnramp } from '../gateway/onramp/read.ts'
import type { Places } from '../gateway/outbound/target.ts'
import type { GatewayConfig } from '../gateway/role.ts'
import type { StoreSettings } from '../store/secrets.ts'
import type { RateLimits } from '../wallet/domain/rates.ts'
import type { FarcasterSettings } from '../wallet/farcaster/settings.ts'
import { isLoopbackOrigin } from '../wallet/loopback.ts'
import type { SocialSettings } from '../wallet/social/settings.ts'
import { withoutAbsent } from '../without-absent.ts'
import { variableOf, withEnvironment } from './environment.ts'
import { ConfigFile, problemsOf, type RoleName } from './file.ts'
import { isInOwnNetwork } from './own-network.ts'
import {
  chooseRecovery,
  countProxies,
  type RecoverySettings,
  requireOneKind,
  requireOrigins,
  requireRecovery,
  requireSocials,
} from './rules.ts'
import { readFarcaster, readSocials } from './socials.ts'

export type Place = { readonly url: string; readonly port: number }

/** A role with a database. Its secrets are not read yet. */
export type StorePlace = Place & {
  readonly name: 'accounts' | 'recovery'
  readonly mailFrom: string
  readonly metricsPort: number | undefined
  readonly limits: RateLimits
} & StoreSettings

export type GatewayPlace = Place &
  Pick<StorePlace, 'database' | 'pepperFile' | 'metricsPort'> &
  Omit<GatewayConfig, 'projects' | 'store' | 'proxies'>

export type Config = {
  readonly file: string
  /** `undefined`: loopback, for IPv4 and IPv6. */
  readonly address: string | undefined
  /** Whether other machines can reach it, which requires https. */
  readonly isPublic: boolean
  readonly proxies: number
  readonly projectsFile: string
  readonly projects: Projects
  /** `undefined`: emails are printed to the terminal, in development only. */
  readonly smtpUrl: string | undefined
  readonly modal: Place | undefined
  readonly wallet: (Place & { readonly modalOrigin: string }) | undefined
  readonly listing:
    | (Place & { readonly origins: readonly string[]; readonly withoutAnalytics: ReadonlySet<string> })
    | undefined
  readonly accounts:
    | (StorePlace & {
        readonly recovery: RecoverySettings
        readonly socials: readonly SocialSettings[]
        readonly farcaster: FarcasterSettings | undefined
      })
    | undefined
  readonly recovery: StorePlace | undefined
  readonly gateway: GatewayPlace | undefined
}

export type Env = Readonly<Record<string, string | undefined>>

/** @throws {Error} naming the key and what to write; the message never contains a secret. */
export function readConfig(file: string, env: Env): Config {
  const path = resolve(file)
  const content = withEnvironment(readJson(path, 'Make one with: airlock init'), env)
  const parsed = ConfigFile.safeParse(content)
  const named = (key: string) => variableOf(env, key)
  if (!parsed.success) throw new Error(`${file}:\n${problemsOf(parsed.error.issues, named)}`)
  const set = parsed.data
  const at = (relative: string) => resolve(dirname(path), relative)
  const isPublic = requireOneKind(set)
  requireOrigins(set)
  const projectsFile = at(set.projects)
  const projects = readProjects(projectsFile)
  const place = (role: { readonly url: string; readonly port?: number | undefined }): Place => ({
    url: role.url,
    port: role.port ?? set.listen.port,
  })
  const storePlace = (name: 'accounts' | 'recovery', role: NonNullable<ConfigFile[typeof name]>): StorePlace => ({
    ...place(role),
    name,
    database: databaseOf(name, role),
    kekFile: at(role.kekFile),
    pepperFile: at(role.pepperFile),
    mailFrom: role.mailFrom,
    metricsPort: role.metricsPort,
    limits: withoutAbsent(role.limits ?? {}),
  })
  const accounts = set.accounts && {
    ...storePlace('accounts', set.accounts),
    recovery: chooseRecovery(set.accounts, set.recovery?.url),
    socials: readSocials(set.accounts.socials ?? {}, at),
    farcaster: set.accounts.farcaster && readFarcaster(set.accounts.farcaster),
  }
  if (accounts) requireSocials(projects, accounts)
  if (accounts?.recovery.recoveryUrl !== undefined)
    requireRecovery(projects, accounts.url, accounts.recovery.recoveryUrl)
  const recovery = set.recovery && storePlace('recovery', set.recovery)
  const { core: hasCore = true, refreshMinutes } = set.gateway?.tokenLists ?? {}
  const networks = set.gateway && readNetworks(set.gateway.networks, at, { hasCore })
  const gateway = set.gateway &&
    networks && {
      ...place(set.gateway),
      database: databaseOf('gateway', set.gateway),
      pepperFile: at(set.gateway.pepperFile),
      metricsPort: set.gateway.metricsPort,
      limits: withoutAbsent(set.gateway.limits ?? {}),
      networks,
      tokenListsMs: refreshMinutes === undefined ? undefined : refreshMinutes * 60_000,
      names: set.gateway.names && readNames(set.gateway.names, at),
      ens: readEns(set.gateway.ens, networks),
      content: readContent(set.gateway),
      onramp: set.gateway.onramp && readOnramp(set.gateway.onramp, at),
      swap: readSwapSettings(set.gateway.swap, at),
      modalOrigin: set.modal?.url,
    }
  const hasMail = accounts !== undefined || recovery !== undefined
  const counted = accounts ?? recovery ?? gateway
  return {
    file: path,
    address: set.listen.address,
    isPublic,
    proxies: counted ? countProxies(set.proxies, counted.url) : (set.proxies ?? 0),
    projectsFile,
    projects,
    smtpUrl: hasMail ? smtpUrlOf() : undefined,
    modal: set.modal && place(set.modal),
    wallet: set.wallet && { ...place(set.wallet), modalOrigin: requireModal('wallet') },
    listing: set.listing && {
      ...place(set.listing),
      origins: [requireModal('listing')],
      withoutAnalytics: new Set(set.listing.withoutAnalytics),
    },
    accounts,
    recovery,
    gateway,
  }

  function requireModal(role: RoleName): string {
    if (set.modal) return set.modal.url
    throw new Error(`modal is missing: ${role} serves only pages of that address`)
  }

  function databaseOf(
    name: 'accounts' | 'recovery' | 'gateway',
    role: Pick<NonNullable<ConfigFile[typeof name]>, 'database' | 'databaseUrlFile'>,
  ): string {
    const key = `${name}.database`
    const variable = named(key)
    const text =
      role.databaseUrlFile === undefined || variable !== undefined
        ? role.database
        : readOwnFile(`${key}UrlFile`, at(role.databaseUrlFile))
    if (text === undefined) throw new Error(`${key} is missing: a file for SQLite, or a postgres: URL`)
    if (!isUrl(text)) return at(text)
    if (!/^postgres(ql)?:\/\//.test(text)) throw new Error(`${variable ?? key} is neither a file nor a postgres: URL`)
    if (role.database === text && variable === undefined) refusePassword(key, text, `${key}UrlFile`)
    refuseClearText(variable ?? key, text)
    return text
  }

  function smtpUrlOf(): string | undefined {
    const variable = named('smtpUrl')
    const text =
      set.smtpUrlFile === undefined || variable !== undefined
        ? set.smtpUrl
        : readOwnFile('smtpUrlFile', at(set.smtpUrlFile))
    if (text === undefined) {
      if (!isPublic) return undefined
      throw new Error(
        'smtpUrl is missing: without a mail server nobody can sign in. Set smtpUrlFile, or AIRLOCK_SMTP_URL',
      )
    }
    if (!/^smtps?:\/\/[^\s/]+/.test(text))
      throw new Error(
        `${variable ?? 'smtpUrl'} is not an smtp: or smtps: URL such as smtps://name:password@mail.example`,
      )
    if (set.smtpUrl === text && variable === undefined) refusePassword('smtpUrl', text, 'smtpUrlFile')
    return text
  }
}

/** @throws {Error} naming the file or the invalid entry. */
export const readProjects = (path: string): Projects =>
  parseProjects(readJson(resolve(path), 'Add a project with: airlock project add'))

function readJson(path: string, hint: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${String(cause)}. ${hint}`, { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    const [, position] = /at position (\d+)/.exec(String(cause)) ?? []
    const line = position === undefined ? text : text.slice(0, Number(position))
    throw new Error(`${path} is not JSON, in line ${line.split('\n').length} or before it: ${String(cause)}`, { cause })
  }
}

const isUrl = (text: string): boolean => /^[a-z]+:\/\//i.test(text)

/** Over a socket, or in the own network, no TLS is needed. The driver speaks none unless the URL says so. */
function refuseClearText(key: string, url: string): void {
  const { hostname, searchParams } = new URL(url)
  const mode = searchParams.get('sslmode') ?? ''
  if (isInOwnNetwork(hostname) || ['require', 'verify-ca', 'verify-full'].includes(mode)) return
  throw new Error(`${key} leads to a public host without TLS: add ?sslmode=verify-full to the URL`)
}

function refusePassword(key: string, url: string, better: string): void {
  if (URL.canParse(url) && new URL(url).password !== '')
    throw new Error(`${key} holds a password: write the URL into a file of mode 0600 and name it in ${better}`)
}

/** @throws {Error} if the gateway would let the Internet reach this machine */
function readContent({ url, content = {} }: NonNullable<ConfigFile['gateway']>): Places {
  if (content.loopback !== undefined && !isLoopbackOrigin(url))
    throw new Error('gateway.content.loopback is for development, where gateway.url is an http address of this machine')
  return content
}
