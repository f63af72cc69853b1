import '@rainbow-me/rainbowkit/styles.css'
import { airlock } from '@airlock/host-sdk/wagmi'
import { ConnectButton, getDefaultConfig, RainbowKitProvider, type Wallet } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { foundry } from 'viem/chains'
import { useAccount, useDisconnect, useSignMessage, WagmiProvider } from 'wagmi'

const localOne = { ...foundry, name: 'Local One', rpcUrls: { default: { http: ['http://rpc-one.localhost:5172/'] } } }
const connector = airlock({ projectId: 'examples', frameUrl: 'http://modal.localhost:5171/p/examples/' })

// Airlock is one wallet of RainbowKit's list; yours can hold others beside it.
const createConnector: Wallet['createConnector'] = (details) => (config) => ({ ...connector(config), ...details })
const about = { id: 'airlock', name: 'Airlock', iconUrl: '/airlock.svg', iconBackground: '#0a7a4b' }
const wallets = [{ groupName: 'Wallets', wallets: [(): Wallet => ({ ...about, createConnector })] }]
const config = getDefaultConfig({ appName: 'Example', projectId: 'unused', chains: [localOne], wallets })

const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />

function Page() {
  const { address } = useAccount()
  const { disconnect } = useDisconnect()
  const { signMessage, data: signature } = useSignMessage()
  return (
    <main>
      <ConnectButton label="Connect" />
      <Button onClick={() => signMessage({ message: 'Hello from Airlock' })}>Sign message</Button>
      <Button onClick={() => disconnect()}>Disconnect</Button>
      <p id="address">{address}</p>
      <p id="signature">{signature}</p>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <Page />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
