/** A new project record for the URLs of an installation. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { isOrigin } from '@airlock/protocol/scalars/origin.ts'
import type { Config } from '../config/read.ts'
import { assertDeployable, parseProjects } from '../frames/projects.ts'
import { withoutAbsent } from '../without-absent.ts'

/** The URLs that a record names; `undefined` for a role that is not there. */
export type Installed = {
  readonly walletOrigin: string | undefined
  readonly walletServiceUrl: string | undefined
  readonly recoveryServiceUrl: string | undefined
  readonly listingUrl: string | undefined
  readonly gatewayUrl: string | undefined
}

export const installedAt = ({ wallet, accounts, listing, gateway }: Config): Installed => ({
  walletOrigin: wallet?.url,
  walletServiceUrl: accounts?.url,
  recoveryServiceUrl: accounts?.recovery.recoveryUrl,
  listingUrl: listing?.url,
  gatewayUrl: gateway?.url,
})

export type NewProject = Pick<ProjectRecord, 'projectId' | 'rpc'> & {
  readonly hostOrigins: readonly string[]
  readonly pinnedHosts: readonly string[]
}

/** @throws {Error} naming the problem. */
export function recordFor(project: NewProject, installed: Installed, isPublic: boolean): ProjectRecord {
  const { walletOrigin, walletServiceUrl, recoveryServiceUrl, listingUrl, gatewayUrl } = installed
  const invalid = project.hostOrigins.find((origin) => !isOrigin(origin))
  if (invalid !== undefined) throw new Error(`--host ${invalid} is not an origin such as https://shop.example`)
  const record: ProjectRecord = {
    ...project,
    hostOrigins: [...project.hostOrigins],
    pinnedHosts: [...project.pinnedHosts],
    ...withoutAbsent({ walletOrigin, walletServiceUrl, recoveryServiceUrl }),
    ...withoutAbsent({ listingUrl, analyticsUrl: listingUrl, gatewayUrl }),
    development: !isPublic,
  }
  parseProjects([record])
  assertDeployable(record)
  return record
}

/** `eip155:1=https://rpc.example/v1`; several nodes of one network are tried in order. */
export function readRpc(list: readonly string[], flag = 'rpc'): ProjectRecord['rpc'] {
  const rpc: Record<string, string[]> = {}
  for (const entry of list) {
    const [, network, url] = /^([a-z0-9-]+:[\w-]+)=(\S+)$/.exec(entry) ?? []
    if (network === undefined || url === undefined)
      throw new Error(`--${flag} ${entry} is not <network>=<url>, such as eip155:1=https://rpc.example/v1`)
    rpc[network] = [...(rpc[network] ?? []), url]
  }
  return rpc
}

export const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
