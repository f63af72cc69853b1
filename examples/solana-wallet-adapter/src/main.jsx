import { createAirlock } from '@airlock/host-sdk'
import { solanaDevnet } from '@airlock/host-sdk/networks'
import { AirlockWalletAdapter } from '@airlock/host-sdk/wallet-adapter'
import { ConnectionProvider, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { Buffer } from 'buffer'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

// The local chain of `npm start`. On mainnet, import `solana` and pass it as it is.
const id = 'AirLockLocaLSoLanaChain111111111'
const rpcUrls = { default: { http: ['http://rpc-solana.localhost:5172/'] } }
const network = { ...solanaDevnet, id, caipNetworkId: `solana:${id}`, name: 'Local Solana', rpcUrls }

const frameUrl = 'http://modal.localhost:5171/p/examples/'
// The adapter already lists the embedded wallet, so it need not announce itself.
const airlock = createAirlock({ projectId: 'examples', frameUrl, networks: [network], announce: false })
const wallets = [new AirlockWalletAdapter({ airlock })]

const Button = (props) => <button type="button" {...props} />

function Page() {
  const { select, connect, wallet, publicKey, signMessage, disconnect } = useWallet()
  const [signature, setSignature] = useState('')
  const start = () => (wallet ? connect() : select('Airlock')) // `autoConnect` connects what is selected
  const sign = async () =>
    setSignature(Buffer.from(await signMessage(Buffer.from('Hello from Airlock'))).toString('hex'))
  return (
    <main>
      <Button onClick={start}>Connect</Button>
      <Button onClick={sign}>Sign message</Button>
      <Button onClick={disconnect}>Disconnect</Button>
      <p id="address">{publicKey?.toBase58()}</p>
      <p id="signature">{signature}</p>
    </main>
  )
}

createRoot(document.getElementById('root')).render(
  <ConnectionProvider endpoint={rpcUrls.default.http[0]}>
    <WalletProvider wallets={wallets} autoConnect>
      <Page />
    </WalletProvider>
  </ConnectionProvider>,
)
