// Written for AppKit: `@reown/` became `@airlock/host-sdk/`, and `frameUrl` was added.

import { base, mainnet } from '@airlock/host-sdk/appkit/networks'
import { createAppKit, useAppKitAccount, useAppKitNetwork, useAppKitProvider } from '@airlock/host-sdk/appkit/react'
import { EthersAdapter } from '@airlock/host-sdk/appkit-adapter-ethers'
import { BrowserProvider, type Eip1193Provider } from 'ethers'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const { VITE_PROJECT_ID: projectId, VITE_FRAME_URL: frameUrl } = import.meta.env

createAppKit({
  projectId,
  frameUrl,
  networks: [mainnet, base],
  adapters: [new EthersAdapter()],
  metadata: { name: 'Moved', description: 'A page for AppKit', url: location.origin, icons: [] },
})

function App() {
  const { address } = useAppKitAccount()
  const { caipNetwork, switchNetwork } = useAppKitNetwork()
  const { walletProvider } = useAppKitProvider<Eip1193Provider>('eip155')
  const [signature, setSignature] = useState('')
  if (!walletProvider) return <p>Not connected</p>
  const sign = async () => {
    const signer = await new BrowserProvider(walletProvider).getSigner()
    setSignature(await signer.signMessage('hello'))
  }
  const toBase = () => switchNetwork(base)
  return (
    <main>
      {address} on {caipNetwork?.name}
      <button type="button" onClick={toBase}>
        Base
      </button>
      <button type="button" onClick={sign}>
        Sign
      </button>
      <output>{signature}</output>
    </main>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<App />)
