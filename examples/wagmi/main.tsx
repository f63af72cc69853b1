import { airlock } from '@airlock/host-sdk/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createConfig, http, useConnect, useConnection, useConnectors, useSignMessage, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const { VITE_PROJECT_ID: projectId, VITE_FRAME_URL: frameUrl } = import.meta.env

const config = createConfig({
  chains: [mainnet],
  connectors: [airlock({ projectId, frameUrl })],
  multiInjectedProviderDiscovery: false, // Airlock lists the wallets of the page
  transports: { [mainnet.id]: http() },
})

function Page() {
  const { address } = useConnection()
  const connect = useConnect()
  const sign = useSignMessage()
  const [connector] = useConnectors()
  const onClick = () => (address ? sign.mutate({ message: 'hello' }) : connector && connect.mutate({ connector }))
  return (
    <button type="button" onClick={onClick}>
      {sign.data ?? (address ? `Sign with ${address}` : 'Connect')}
    </button>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>
  </WagmiProvider>,
)
