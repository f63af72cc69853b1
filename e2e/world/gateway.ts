/** The gateway of the local world: the role as deployed, with its own database in a temporary folder. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { createLookup } from '@airlock/service/crypto/lookup.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import { defaultZone } from '@airlock/service/gateway/names/settings.ts'
import type { GatewayNetwork } from '@airlock/service/gateway/networks/network.ts'
import type { OnrampSettings } from '@airlock/service/gateway/onramp/settings.ts'
import { createGateway } from '@airlock/service/gateway/role.ts'
import type { Listener } from '@airlock/service/listen.ts'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { ensContracts } from './ens.ts'

/** All requests come from one machine here. */
const limits = {
  callsFromNetworkPerMinute: 100_000,
  callsOfProjectPerMinute: 1_000_000,
  namesFromNetworkPerDay: 100_000,
} as const

export type WorldGateway = {
  readonly listener: Listener
  /** The zone of names, and the address of the key that signs answers for ENS clients. */
  readonly zone: string
  readonly signer: Hex
  readonly stop: () => Promise<void>
}

export async function startGateway(options: {
  readonly records: readonly ProjectRecord[]
  readonly modalOrigin: string
  readonly networks: readonly GatewayNetwork[]
  /** The simulated Internet and IPFS. */
  readonly contentUrl: string
  /** The chain with ENS. */
  readonly ensChainId: number
  /** Local origins that the gateway treats as public. */
  readonly loopback: readonly string[]
  /** Purchase providers. */
  readonly onramp: OnrampSettings
}): Promise<WorldGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-gateway-'))
  const key = generatePrivateKey()
  const gateway = await createGateway(
    {
      projects: parseProjects(options.records),
      modalOrigin: options.modalOrigin,
      names: {
        zone: defaultZone,
        reserved: [],
        resolver: { address: ensContracts.nameResolver, chainId: options.ensChainId, key },
      },
      ens: { network: `eip155:${options.ensChainId}`, universalResolver: ensContracts.universalResolver },
      networks: new Map<Caip2, GatewayNetwork>(options.networks.map((network) => [network.id, network])),
      content: { ipfs: options.contentUrl, loopback: [options.contentUrl, ...options.loopback] },
      onramp: options.onramp,
      store: { place: { file: join(folder, 'gateway.db') }, lookup: createLookup(randomBytes(32)) },
      limits,
      proxies: 0,
    },
    { write: () => {} },
  )
  return {
    listener: gateway.listener,
    zone: defaultZone,
    signer: privateKeyToAccount(key).address,
    async stop() {
      await gateway.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
