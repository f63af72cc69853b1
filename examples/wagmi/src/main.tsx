import { airlock } from '@airlock/host-sdk/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { foundry } from 'viem/chains'
import { createConfig, http, useConnect, useConnection, useDisconnect, useSignMessage, WagmiProvider } from 'wagmi'

const localOne = { ...foundry, name: 'Local One', rpcUrls: { default: { http: ['http://rpc-one.localhost:5172/'] } } }
const connector = airlock({ projectId: 'examples', frameUrl: 'http://modal.localhost:5171/p/examples/' })

const config = createConfig({
  chains: [localOne],
  connectors: [connector],
  multiInjectedProviderDiscovery: false, // Airlock's modal lists the wallets of the page
  transports: { [localOne.id]: http() },
})

const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />

function Page() {
  const { address } = useConnection()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const sign = useSignMessage()
  return (
    <main>
      <Button onClick={() => connect.mutate({ connector })}>Connect</Button>
      <Button onClick={() => sign.mutate({ message: 'Hello from Airlock' })}>Sign message</Button>
      <Button onClick={() => disconnect.mutate()}>Disconnect</Button>
      <p id="address">{address}</p>
      <p id="signature">{sign.data}</p>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>
  </WagmiProvider>,
)
