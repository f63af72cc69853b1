import { createAirlock } from '@airlock/host-sdk'
import { AirlockWalletAdapter } from '@airlock/host-sdk/wallet-adapter'
import { ConnectionProvider, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { Buffer } from 'buffer'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { network } from './network.js'

const frameUrl = 'http://modal.localhost:5171/p/examples/'
// The adapter already lists the embedded wallet, so it need not announce itself.
const airlock = createAirlock({ projectId: 'examples', frameUrl, networks: [network], announce: false })
const wallets = [new AirlockWalletAdapter({ airlock })]

function Page() {
  const { select, connect, wallet, publicKey, signMessage, disconnect } = useWallet()
  const [signature, setSignature] = useState('')
  const start = () => (wallet ? connect() : select('Airlock')) // `autoConnect` connects what is selected
  const sign = async () =>
    setSignature(Buffer.from(await signMessage(Buffer.from('Hello from Airlock'))).toString('hex'))
  const buttons = publicKey ? { 'Sign message': sign, Disconnect: disconnect } : { Connect: start }
  return (
    <main>
      {Object.entries(buttons).map(([name, press]) => (
        <button type="button" key={name} onClick={press}>
          {name}
        </button>
      ))}
      <p id="address">{publicKey?.toBase58()}</p>
      <p id="signature">{signature}</p>
    </main>
  )
}

createRoot(document.getElementById('root')).render(
  <ConnectionProvider endpoint={network.rpcUrls.default.http[0]}>
    <WalletProvider wallets={wallets} autoConnect>
      <Page />
    </WalletProvider>
  </ConnectionProvider>,
)
