/** A new project record for the URLs of an installation. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { isOrigin } from '@airlock/protocol/scalars/origin.ts'
import type { Config } from '../config/read.ts'
import { assertDeployable, parseProjects } from '../frames/projects.ts'

export type Installed = {
  readonly walletOrigin: string | undefined
  readonly walletServiceUrl: string | undefined
  readonly recoveryServiceUrl: string | undefined
  readonly listingUrl: string | undefined
  readonly gatewayUrl: string | undefined
  readonly isPublic: boolean
}

export const installedAt = ({ wallet, accounts, listing, gateway, isPublic }: Config): Installed => ({
  walletOrigin: wallet?.url,
  walletServiceUrl: accounts?.url,
  recoveryServiceUrl: accounts?.recovery.recoveryUrl,
  listingUrl: listing?.url,
  gatewayUrl: gateway?.url,
  isPublic,
})

export type NewProject = Pick<ProjectRecord, 'projectId' | 'rpc'> & {
  readonly hostOrigins: readonly string[]
  readonly pinnedHosts: readonly string[]
}

/** @throws {Error} naming the problem. */
export function recordFor(project: NewProject, installed: Installed): ProjectRecord {
  const { walletOrigin, walletServiceUrl, recoveryServiceUrl, listingUrl, gatewayUrl, isPublic } = installed
  const invalid = project.hostOrigins.find((origin) => !isOrigin(origin))
  if (invalid !== undefined) throw new Error(`--host ${invalid} is not an origin such as https://shop.example`)
  const record: ProjectRecord = {
    ...project,
    hostOrigins: [...project.hostOrigins],
    pinnedHosts: [...project.pinnedHosts],
    ...(walletOrigin !== undefined && { walletOrigin }),
    ...(walletServiceUrl !== undefined && { walletServiceUrl }),
    ...(recoveryServiceUrl !== undefined && { recoveryServiceUrl }),
    ...(listingUrl !== undefined && { listingUrl, analyticsUrl: listingUrl }),
    ...(gatewayUrl !== undefined && { gatewayUrl }),
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
