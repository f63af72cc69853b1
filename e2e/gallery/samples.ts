/** Wallets, networks and accounts that the states show. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import type { ListedWallet } from '../../frame-app/src/modal/core/api/listed-wallet.ts'
import { setTokensAtom, type Token } from '../../frame-app/src/modal/features/assets/state/tokens.ts'
import type { Connector } from '../../frame-app/src/modal/session/connector.ts'
import type { Connected } from '../../frame-app/src/modal/session/state/accounts.ts'
import { connectionsAtom } from '../../frame-app/src/modal/session/state/accounts.ts'
import { setBalanceAtom } from '../../frame-app/src/modal/session/state/balance.ts'
import {
  connectorsAtom,
  discoverySettledAtom,
  isSuggestingAtom,
} from '../../frame-app/src/modal/session/state/connectors.ts'
import { activeNetworkIdAtom, networksAtom } from '../../frame-app/src/modal/session/state/network.ts'
import { icon } from '../demo/wallet/icon.ts'
import type { Store } from './state.ts'

/** The longest that a wallet may call itself, in words and without a place to break. */
export const longName = 'The Extraordinarily Long And Winding Wallet Of Many Words'
export const unbrokenName = 'Donaudampfschifffahrtsgesellschaftskapitaenswallet'

const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const networkOf = (id: Network['id'], name: string, more: Partial<Network> = {}): Network => ({
  id,
  name,
  currency,
  rpcUrls: [],
  testnet: false,
  ...more,
})
export const ethereum = networkOf('eip155:1', 'Ethereum')
export const optimism = networkOf('eip155:10', 'OP Mainnet')
export const solana = networkOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', {
  currency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
})
export const bitcoin = networkOf('bip122:000000000019d6689c085ae165831e93', 'Bitcoin', {
  currency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
})
export const bitcoinAddresses = {
  payment: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ordinal: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
} as const
export const polkadot = networkOf('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', {
  currency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
})
export const manyNetworks: readonly Network[] = [
  ethereum,
  optimism,
  networkOf('eip155:137', 'Polygon'),
  networkOf('eip155:8453', 'Base'),
  networkOf('eip155:42161', 'Arbitrum One'),
  networkOf('eip155:100', 'Gnosis'),
  networkOf('eip155:4242', 'The Network With The Longest Name That Anyone Has Registered'),
  solana,
  networkOf('eip155:11155111', 'Sepolia', { testnet: true }),
  networkOf('eip155:17000', 'Holesky', { testnet: true }),
]

const never = () => new Promise<never>(() => {})

/** A wallet of the page that never answers. */
export const connectorOf = (name: string, more: Partial<Connector> = {}): Connector => {
  const id = `com.example.${name.toLowerCase().replaceAll(/[^a-z]/g, '')}`
  return {
    key: id,
    id,
    type: 'announced',
    namespace: 'eip155',
    name,
    icon: undefined,
    rdns: id,
    disputed: false,
    handle: id,
    connect: never,
    restore: never,
    disconnect: () => Promise.resolve(),
    switchNetwork: never,
    request: never,
    subscribe: () => () => {},
    ...more,
  }
}
export const demoWallet = connectorOf('Demo Wallet', { icon })

/** Discovery has ended, with these wallets. */
export function found(store: Store, ...connectors: readonly Connector[]): void {
  store.set(connectorsAtom, connectors)
  store.set(discoverySettledAtom, true)
  store.set(isSuggestingAtom, false)
}

export const foundDemoWallet = (store: Store): void => found(store, demoWallet)

export const listed = (name: string, more: Partial<ListedWallet> = {}): ListedWallet => {
  const slug = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return {
    id: `listed-${slug}`,
    name,
    imageId: undefined,
    isCertified: false,
    chains: [],
    rdns: undefined,
    homepage: `https://${slug}.example/`,
    mobileLink: `${slug}://`,
    universalLink: undefined,
    desktopLink: undefined,
    webappLink: undefined,
    appStore: 'https://apps.apple.com/app/id1',
    playStore: 'https://play.google.com/store/apps/details?id=example',
    chromeStore: 'https://chromewebstore.google.com/detail/example',
    ...more,
  }
}
export const orbit = listed('Orbit')
/** Can be reached in every way. */
export const everywhere = listed('Meridian', {
  rdns: 'com.example.meridian',
  desktopLink: 'meridian://',
  webappLink: 'https://app.meridian.example/',
})
export const catalogue: readonly ListedWallet[] = [
  orbit,
  everywhere,
  listed(longName),
  listed(unbrokenName),
  ...['Ambra', 'Birch', 'Cobalt', 'Dune', 'Ember', 'Fjord', 'Glacier', 'Harbor', 'Iris', 'Juniper', 'Kelp'].map(
    (name) => listed(name),
  ),
]

export const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const polkadotAddress = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
export const solanaAddress = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

/** The demo wallet's account is connected. */
export function connected(
  store: Store,
  { network = ethereum, ...more }: Partial<Connected> & { network?: Network } = {},
): Connected {
  const connection: Connected = {
    status: 'connected',
    wallet: { id: demoWallet.id, type: 'announced', name: demoWallet.name, icon, handle: demoWallet.key },
    accounts: [`${network.id}:${address}`],
    active: `${network.id}:${address}`,
    chainId: network.id,
    ...more,
  }
  foundDemoWallet(store)
  store.set(connectionsAtom, { eip155: connection })
  store.set(activeNetworkIdAtom, network.id)
  return connection
}

export const offer = (store: Store, networks: readonly Network[]) => store.set(networksAtom, networks)

export const withGateway = { project: { gatewayUrl: 'https://gateway.example' } }

/** The account of a project with a gateway is below the state, on many networks. */
export const aboveAccount = (more: Parameters<typeof connected>[1], arrange: (store: Store) => void = () => {}) =>
  ({
    below: 'Account',
    settings: withGateway,
    arrange(store: Store) {
      offer(store, manyNetworks)
      connected(store, more)
      arrange(store)
    },
  }) as const

const asOf = Date.now() - 60_000

/** The account is connected and holds 1.234 ETH beside these tokens. Returns it. */
export function holding(store: Store, tokens: readonly Token[], more?: Parameters<typeof connected>[1]) {
  offer(store, manyNetworks)
  const { active } = connected(store, more)
  store.set(setBalanceAtom, active, { status: 'ready', formatted: '1.234', symbol: 'ETH', asOf })
  store.set(setTokensAtom, active, { status: 'ready', tokens, asOf })
  return active
}

export const ether = 10n ** 18n
/** The contract of USD Coin on Ethereum. */
export const coin = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

export const errorOf = (code: ErrorCode) => new AirlockError(code)
