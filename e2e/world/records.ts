/** The projects of the local world: the same sites and networks, each with other parts of the product. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { RecoveryChoice } from './accounts.ts'
import { swapNetworkOf } from './market.ts'
import type { Network } from './networks.ts'

/** The embedded wallet's name and icon in the projects that give it some. */
export const ownWallet = { walletName: 'Harbour Wallet', walletIcon: 'data:image/png;base64,iVBORw0KGgo=' } as const

type Caip2 = `eip155:${number}`

export function createRecords({
  origins,
  exampleOrigin,
  chains: [one, two],
  networks,
  sponsorUrls,
  relayUrl,
  recovery,
  isSponsored,
}: {
  readonly origins: Readonly<
    Record<
      | 'app'
      | 'market'
      | 'host'
      | 'nopolicy'
      | 'pinned'
      | 'blog.host'
      | 'xn--bcher-kva'
      | 'wallet'
      | 'accounts'
      | 'recovery'
      | 'api'
      | 'gateway'
      | 'checkout',
      string
    >
  >
  readonly exampleOrigin: string
  readonly chains: readonly [Caip2, Caip2]
  readonly networks: readonly Network[]
  readonly sponsorUrls: { readonly bundler: string; readonly paymaster: string }
  readonly relayUrl: string
  readonly recovery: RecoveryChoice | undefined
  /** Whether the demo has a sponsor. */
  readonly isSponsored: boolean
}) {
  const record: ProjectRecord = {
    projectId: 'demo',
    hostOrigins: [
      origins.app,
      origins.host,
      origins.nopolicy,
      origins.pinned,
      origins['blog.host'],
      origins['xn--bcher-kva'],
    ],
    rpc: Object.fromEntries(networks.map(({ caipNetworkId, rpcUrls }) => [caipNetworkId, [...rpcUrls.default.http]])),
    networks: Object.fromEntries(
      networks.map(({ caipNetworkId, name, nativeCurrency: { symbol } }) => [caipNetworkId, { name, symbol }]),
    ),
    pinnedHosts: [origins.pinned],
    swap: { [one]: swapNetworkOf(), [two]: swapNetworkOf() },
    development: true,
  }
  const services = { listingUrl: origins.api, analyticsUrl: origins.api }
  const pairing = { relayUrl, projectId: '0'.repeat(32) }
  const embedding = {
    walletOrigin: origins.wallet,
    walletServiceUrl: origins.accounts,
    ...(recovery !== 'person' && { recoveryServiceUrl: origins.recovery }),
  }
  const sponsoring = { [one]: { implementation: 'simple7702-0.8', ...sponsorUrls } }
  const withSessions = (chain: Caip2) => ({ [chain]: { implementation: 'delegator-1.3', sessions: true } })
  return {
    demo: record,
    embedded: { ...record, projectId: 'embedded', ...embedding, ...ownWallet },
    smart: {
      ...record,
      projectId: 'smart',
      ...embedding,
      smartAccounts: { [one]: { implementation: 'simple7702-0.8' }, ...withSessions(two) },
    },
    sponsored: { ...record, projectId: 'sponsored', ...embedding, smartAccounts: sponsoring },
    paired: { ...record, projectId: 'paired', pairing },
    listed: { ...record, projectId: 'listed', ...services },
    showcase: { ...record, projectId: 'showcase', pairing, listingUrl: origins.api },
    measured: { ...record, projectId: 'measured', pairing, ...services },
    tour: {
      ...record,
      projectId: 'tour',
      hostOrigins: [origins.app, origins.market],
      pinnedHosts: [origins.market],
      pairing,
      ...services,
      gatewayUrl: origins.gateway,
      onramp: { checkoutOrigins: [origins.checkout] },
      ...embedding,
      smartAccounts: { ...(isSponsored ? sponsoring : withSessions(one)), ...withSessions(two) },
      socials: [{ id: 'google' }, { id: 'acme', name: 'Acme' }, { id: 'farcaster' }],
    },
    social: {
      ...record,
      projectId: 'social',
      ...embedding,
      socials: [{ id: 'google' }, { id: 'acme', name: 'Acme' }, { id: 'absent', name: 'Absent' }, { id: 'farcaster' }],
    },
    examples: {
      ...record,
      projectId: 'examples',
      hostOrigins: [exampleOrigin],
      pinnedHosts: [exampleOrigin],
      pairing,
      ...embedding,
    },
  }
}
