/** The files of a new installation, built from the operator's answers. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { type ConfigFile, type RoleName, roleNames } from '../../config/file.ts'
import type { Installed } from '../record.ts'
import { type GatewayDecisions, gatewayConfig, gatewayFiles } from './gateway.ts'

export type Decisions = {
  /** `undefined`: only on this machine, for development. */
  readonly domain: string | undefined
  readonly port: number
  /** One port per role, starting at `port`, instead of one for all. */
  readonly hasOwnPorts: boolean
  readonly projectId: string
  readonly hostOrigins: readonly string[]
  readonly rpc: ProjectRecord['rpc']
  readonly recovery: 'person' | 'split' | 'operator'
  /** Address of another operator's recovery role; for `split`. */
  readonly recoveryUrl: string | undefined
  readonly proxies: number | undefined
  readonly mailFrom: string
  readonly smtpUrl: string | undefined
  readonly gateway: GatewayDecisions | undefined
}

export type Urls = Readonly<Record<RoleName, string>>

export function urlsOf({ domain, port, hasOwnPorts }: Pick<Decisions, 'domain' | 'port' | 'hasOwnPorts'>): Urls {
  const entries = roleNames.map((name, index) => {
    const host = name === 'listing' ? 'api' : name
    // Browsers resolve every name below localhost to this machine.
    const local = `http://${host}.localhost:${hasOwnPorts ? port + index : port}`
    return [name, domain === undefined ? local : `https://${host}.${domain}`]
  })
  return Object.fromEntries(entries) as Urls // as: the same keys
}

/** Paths of the secrets, which are never replaced. */
export const secretPaths = ({ recovery, gateway }: Pick<Decisions, 'recovery' | 'gateway'>): readonly string[] => [
  ...(recovery === 'operator' ? ['accounts', 'recovery'] : ['accounts']).flatMap((role) => [
    `secrets/${role}.kek`,
    `secrets/${role}.pepper`,
  ]),
  ...(gateway ? [gatewayFiles.pepper, gatewayFiles.signer] : []),
]

export const smtpFile = 'secrets/smtp-url'

export function configOf(decisions: Decisions): ConfigFile {
  const { port, hasOwnPorts, proxies, mailFrom, smtpUrl, recovery, recoveryUrl, gateway } = decisions
  const urls = urlsOf(decisions)
  const at = (name: RoleName) => ({ url: urls[name], ...(hasOwnPorts && { port: port + roleNames.indexOf(name) }) })
  const stored = (name: 'accounts' | 'recovery') => ({
    ...at(name),
    database: `data/${name}.db`,
    kekFile: `secrets/${name}.kek`,
    pepperFile: `secrets/${name}.pepper`,
    mailFrom,
  })
  return {
    listen: { port },
    ...(proxies !== undefined && { proxies }),
    projects: 'projects.json',
    ...(smtpUrl !== undefined && { smtpUrlFile: smtpFile }),
    modal: at('modal'),
    wallet: at('wallet'),
    listing: at('listing'),
    accounts: { ...stored('accounts'), recovery, ...(recoveryUrl !== undefined && { recoveryUrl }) },
    ...(recovery === 'operator' && { recovery: stored('recovery') }),
    ...(gateway && { gateway: { ...at('gateway'), ...gatewayConfig(gateway) } }),
  }
}

export const addressesOf = (decisions: Decisions): Installed => {
  const { wallet, accounts, recovery, listing, gateway } = urlsOf(decisions)
  return {
    walletOrigin: wallet,
    walletServiceUrl: accounts,
    recoveryServiceUrl: decisions.recovery === 'operator' ? recovery : decisions.recoveryUrl,
    listingUrl: listing,
    gatewayUrl: decisions.gateway ? gateway : undefined,
  }
}
