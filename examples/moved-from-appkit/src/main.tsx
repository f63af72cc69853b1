// Written for AppKit: `@reown/` became `@airlock/host-sdk/`, and `frameUrl` was added.

import { foundry } from '@airlock/host-sdk/appkit/networks'
import { createAppKit, useAppKitAccount, useAppKitProvider, useDisconnect } from '@airlock/host-sdk/appkit/react'
import { EthersAdapter } from '@airlock/host-sdk/appkit-adapter-ethers'
import { BrowserProvider, type Eip1193Provider } from 'ethers'
import { type ComponentProps, useState } from 'react'
import { createRoot } from 'react-dom/client'

const localOne = { ...foundry, name: 'Local One', rpcUrls: { default: { http: ['http://rpc-one.localhost:5172/'] } } }

createAppKit({
  projectId: 'examples',
  frameUrl: 'http://modal.localhost:5171/p/examples/',
  networks: [localOne],
  adapters: [new EthersAdapter()],
  metadata: { name: 'Moved', description: 'A page for AppKit', url: location.origin, icons: [] },
})

const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />

function Page() {
  const { address } = useAppKitAccount()
  const { walletProvider } = useAppKitProvider<Eip1193Provider>('eip155')
  const { disconnect } = useDisconnect()
  const [signature, setSignature] = useState('')
  const sign = async () => {
    if (!walletProvider) return
    const signer = await new BrowserProvider(walletProvider).getSigner()
    setSignature(await signer.signMessage('Hello from Airlock'))
  }
  return (
    <main>
      <Button onClick={sign}>Sign message</Button>
      <Button onClick={() => disconnect()}>Disconnect</Button>
      <p id="address">{address}</p>
      <p id="signature">{signature}</p>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />)
