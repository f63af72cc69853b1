// Written for AppKit: `@reown/` became `@airlock/host-sdk/`, and `frameUrl` was added.

import { type AppKitNetwork, foundry } from '@airlock/host-sdk/appkit/networks'
import { createAppKit, useAppKitAccount, useDisconnect } from '@airlock/host-sdk/appkit/react'
import { WagmiAdapter } from '@airlock/host-sdk/appkit-adapter-wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { useSignMessage, WagmiProvider } from 'wagmi'

const rpcUrls = { default: { http: ['http://rpc-one.localhost:5172/'] } }
const networks: [AppKitNetwork] = [{ ...foundry, name: 'Local One', rpcUrls }]
const wagmiAdapter = new WagmiAdapter({ networks })

createAppKit({
  projectId: 'examples',
  frameUrl: 'http://modal.localhost:5171/p/examples/',
  networks,
  adapters: [wagmiAdapter],
})

const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />

function Page() {
  const { address } = useAppKitAccount()
  const { disconnect } = useDisconnect()
  const { mutate, data } = useSignMessage()
  const sign = () => mutate({ message: 'Hello from Airlock' })
  return (
    <main>
      <appkit-button label="Connect" />
      <Button onClick={sign}>Sign message</Button>
      <Button onClick={() => disconnect()}>Disconnect</Button>
      <p id="address">{address}</p>
      <p id="signature">{data}</p>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>
  </WagmiProvider>,
)
