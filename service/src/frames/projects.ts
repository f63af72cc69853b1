/** A deployment's project records, validated once at start. */

import { NamedNetwork, ownerOfName } from '@airlock/protocol/contracts/named-network.ts'
import { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { namedSocials, SocialProviders } from '@airlock/protocol/contracts/shapes/socials.ts'
import { SmartAccountNetwork } from '@airlock/protocol/contracts/smart-accounts.ts'
import { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import { isOrigin } from '@airlock/protocol/scalars/origin.ts'
import * as z from 'zod/mini'
import { frameHeaders, sponsorUrls } from './headers.ts'

export type Projects = ReadonlyMap<string, ProjectRecord>

const ProjectList = z.array(ProjectRecord).check(z.minLength(1), z.maxLength(10_000))

/** @throws {Error} naming the project and the invalid entry. */
export function parseProjects(input: unknown): Projects {
  const parsed = ProjectList.safeParse(input)
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap(({ path }) => originProblem(input, path) ?? [])
    throw new Error(`The project list is not valid:\n${problems.join('\n') || z.prettifyError(parsed.error)}`)
  }
  const projects = new Map<string, ProjectRecord>()
  for (const record of parsed.data) {
    if (projects.has(record.projectId)) throw new Error(`Project ${record.projectId} is listed twice`)
    assertDeployable(record)
    projects.set(record.projectId, record)
  }
  return projects
}

const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** The usual mistake: an origin that is written as an address, as in `https://shop.example/`. */
function originProblem(input: unknown, path: readonly PropertyKey[]): string | undefined {
  const [, key] = path
  if (key !== 'hostOrigins' && key !== 'pinnedHosts' && key !== 'walletOrigin') return undefined
  const given = path.reduce(memberOf, input)
  if (typeof given !== 'string') return undefined
  const known = URL.canParse(given) ? new URL(given).origin : 'null'
  const better = isOrigin(known) ? known : 'https://shop.example'
  const id = memberOf(path.slice(0, 1).reduce(memberOf, input), 'projectId')
  return `project ${String(id)}: ${key} has ${JSON.stringify(given)}, which is no origin such as "${better}"`
}

/** @throws {Error} for a plain-text or local endpoint outside development, or a value that no policy can express. */
export function assertDeployable(record: ProjectRecord): void {
  const endpoints = [
    ...record.hostOrigins,
    ...record.pinnedHosts,
    record.walletOrigin,
    ...Object.values(record.rpc).flat(),
    record.walletServiceUrl,
    record.recoveryServiceUrl,
    record.listingUrl,
    record.gatewayUrl,
    record.analyticsUrl,
    record.pairing?.relayUrl,
    ...sponsorUrls(record),
  ]
  for (const endpoint of endpoints.filter((one) => one !== undefined)) {
    const { protocol, hostname } = new URL(endpoint)
    if (record.development) continue
    if (protocol === 'http:' || protocol === 'ws:')
      throw new Error(`Project ${record.projectId}: ${endpoint} is not encrypted; only "development": true allows that`)
    if (isLocal(hostname))
      throw new Error(`Project ${record.projectId}: ${endpoint} is local; only "development": true allows that`)
  }
  for (const [network, given] of Object.entries(record.networks ?? {})) assertOwnName(record, network, given)
  for (const [network, given] of Object.entries(record.swap ?? {}))
    if (!SwapNetwork.safeParse(given).success)
      throw new Error(`Project ${record.projectId}: swap.${network} has no wrapped, bases, and routers in v2 or v3`)
  for (const [network, given] of Object.entries(record.smartAccounts ?? {}))
    if (!network.startsWith('eip155:') || !SmartAccountNetwork.safeParse(given).success)
      throw new Error(
        `Project ${record.projectId}: smartAccounts.${network} has to be such as { "implementation": "simple7702-0.8" } or { "implementation": "delegator-1.3", "sessions": true }, with both a bundler and a paymaster or neither`,
      )
  if (record.socials !== undefined) {
    const socials = SocialProviders.safeParse(record.socials)
    if (!socials.success)
      throw new Error(`Project ${record.projectId}: socials has to be a list such as [{ "id": "google" }]`)
    if (record.walletOrigin === undefined || record.walletServiceUrl === undefined)
      throw new Error(`Project ${record.projectId}: socials need walletOrigin and walletServiceUrl`)
    const nameless = socials.data.find(({ id, name }) => name === undefined && !isNamed(id))
    if (nameless) throw new Error(`Project ${record.projectId}: the social login "${nameless.id}" needs a name`)
  }
  // On the origin of an embedding page, the wallet would not be isolated from that page.
  if (record.walletOrigin !== undefined && record.hostOrigins.includes(record.walletOrigin))
    throw new Error(`Project ${record.projectId}: the wallet origin ${record.walletOrigin} is one of its host origins`)
  const unlisted = record.pinnedHosts.find((host) => !record.hostOrigins.includes(host))
  if (unlisted !== undefined)
    throw new Error(`Project ${record.projectId}: the pinned host ${unlisted} is not among its host origins`)
  try {
    frameHeaders({ kind: 'modal', record })
  } catch (cause) {
    throw new Error(`Project ${record.projectId}: ${String(cause)}`, { cause })
  }
}

/** Approvals show the name, so it cannot be that of a network that the wallet knows. Many networks have ETH as their coin. */
function assertOwnName({ projectId }: ProjectRecord, network: string, given: unknown): void {
  const entry = `Project ${projectId}: networks.${network}`
  const named = NamedNetwork.safeParse(given)
  if (!named.success || !isCaip2(network))
    throw new Error(`${entry} has to be such as { "name": "Harbour Chain", "symbol": "HBR" }`)
  const { name } = named.data
  const owner = ownerOfName(network, name)
  if (owner !== undefined) throw new Error(`${entry} cannot be called "${name}": that is ${owner}`)
}

const isNamed = (id: string): boolean => namedSocials.some((name) => name === id)

const isLocal = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
