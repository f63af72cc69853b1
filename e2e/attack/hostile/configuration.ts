/** An honest configuration of the modal; each case changes the one thing that it tests. */
import type { app } from '@airlock/protocol/contracts/host-link/received-by-modal.ts'
import { featureDefaults } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import { Features } from '@airlock/protocol/contracts/shapes/options.ts'
import type { output } from 'zod/mini'
import type { World } from '../../world/world.ts'

export type Configuration = output<typeof app.requests.CONFIGURE>

export const configuration = ({ config, chains }: World): Configuration => ({
  options: {
    networks: config.networks.map(({ caipNetworkId, name, rpcUrls }) => ({
      id: caipNetworkId,
      name,
      currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [...rpcUrls.default.http],
      testnet: false,
    })),
    defaultNetwork: chains[0].caip2,
    features: Features.parse(featureDefaults),
    basic: false,
    allowUnsupportedChain: false,
    enableNetworkSwitch: true,
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    customWallets: [],
    debug: false,
    sdkVersion: '0.1.0',
  },
  hints: [],
  theme: { mode: 'light', system: 'light', motion: 'off', variables: {} },
  locale: { locale: 'en-US', dir: 'auto', messages: {} },
  dapp: { name: 'Hostile', icons: [] },
})
