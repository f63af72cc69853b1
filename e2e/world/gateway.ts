/** The gateway of the local world: the role as deployed, with its own database in a temporary folder. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { createLookup } from '@airlock/service/crypto/lookup.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import type { GatewayNetwork } from '@airlock/service/gateway/networks/network.ts'
import { createGateway } from '@airlock/service/gateway/role.ts'
import type { Listener } from '@airlock/service/listen.ts'

/** All requests come from one machine here. */
const limits = { callsFromNetworkPerMinute: 100_000, callsOfProjectPerMinute: 1_000_000 } as const

export type WorldGateway = { readonly listener: Listener; readonly stop: () => Promise<void> }

export async function startGateway(options: {
  readonly records: readonly ProjectRecord[]
  readonly modalOrigin: string
  readonly networks: readonly GatewayNetwork[]
  /** Stands for the Internet and for IPFS. */
  readonly contentUrl: string
}): Promise<WorldGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-gateway-'))
  const gateway = await createGateway(
    {
      projects: parseProjects(options.records),
      modalOrigin: options.modalOrigin,
      networks: new Map<Caip2, GatewayNetwork>(options.networks.map((network) => [network.id, network])),
      content: { ipfs: options.contentUrl, loopback: [options.contentUrl] },
      store: { place: { file: join(folder, 'gateway.db') }, lookup: createLookup(randomBytes(32)) },
      limits,
      proxies: 0,
    },
    { write: () => {} },
  )
  return {
    listener: gateway.listener,
    async stop() {
      await gateway.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
