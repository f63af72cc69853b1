import '@rainbow-me/rainbowkit/styles.css'
import { airlock } from '@airlock/host-sdk/wagmi'
import { ConnectButton, connectorsForWallets, RainbowKitProvider, type Wallet } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const { VITE_PROJECT_ID: projectId, VITE_FRAME_URL: frameUrl } = import.meta.env

const wallet = (): Wallet => ({
  id: 'airlock',
  name: 'Airlock',
  iconUrl: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E',
  iconBackground: '#0a7a4b',
  createConnector: (details) => (config) => ({ ...airlock({ projectId, frameUrl })(config), ...details }),
})

const config = createConfig({
  chains: [mainnet],
  connectors: connectorsForWallets([{ groupName: 'Wallets', wallets: [wallet] }], { appName: 'Example', projectId }),
  transports: { [mainnet.id]: http() },
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <ConnectButton />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
