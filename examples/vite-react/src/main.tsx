import { createAirlock } from '@airlock/host-sdk'
import { foundry } from '@airlock/host-sdk/networks'
import { AirlockButton, AirlockProvider, useAccount, useAirlock, useProvider } from '@airlock/host-sdk/react'
import { type ComponentProps, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { stringToHex } from 'viem'

const localOne = { ...foundry, name: 'Local One', rpcUrls: { default: { http: ['http://rpc-one.localhost:5172/'] } } }

const airlock = createAirlock({
  projectId: 'examples',
  frameUrl: 'http://modal.localhost:5171/p/examples/',
  networks: [localOne],
})

const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />

function Page() {
  const { address } = useAccount()
  const { disconnect } = useAirlock()
  const provider = useProvider()
  const [signature, setSignature] = useState('')
  const sign = async () => {
    const params = [stringToHex('Hello from Airlock'), address]
    setSignature(String(await provider?.request({ method: 'personal_sign', params })))
  }
  return (
    <main>
      <AirlockButton label="Connect" />
      <Button onClick={sign}>Sign message</Button>
      <Button onClick={() => disconnect()}>Disconnect</Button>
      <p id="address">{address}</p>
      <p id="signature">{signature}</p>
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <AirlockProvider airlock={airlock}>
      <Page />
    </AirlockProvider>
  </StrictMode>,
)
