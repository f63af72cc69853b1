'use client'

import { createAirlock } from '@airlock/host-sdk'
import { AirlockButton, AirlockProvider, useAccount } from '@airlock/host-sdk/react'
import { getWalletClient } from '@airlock/host-sdk/viem'
import { type ComponentProps, type PropsWithChildren, useState } from 'react'
import { foundry } from 'viem/chains'

const localOne = { ...foundry, name: 'Local One', rpcUrls: { default: { http: ['http://rpc-one.localhost:5172/'] } } }

const airlock = createAirlock({
  projectId: 'examples',
  frameUrl: 'http://modal.localhost:5171/p/examples/',
  networks: [localOne],
})

export const Providers = (props: PropsWithChildren) => <AirlockProvider airlock={airlock} {...props} />

const Button = (props: ComponentProps<'button'>) => <button type="button" {...props} />

export function Wallet() {
  const { address } = useAccount()
  const [signature, setSignature] = useState('')
  const sign = async () => {
    const wallet = await getWalletClient(airlock, localOne) // opens the modal if no wallet is connected
    setSignature(await wallet.signMessage({ message: 'Hello from Airlock' }))
  }
  return (
    <main>
      <AirlockButton label="Connect" />
      <Button onClick={sign}>Sign message</Button>
      <Button onClick={() => airlock.disconnect()}>Disconnect</Button>
      <p id="address">{address}</p>
      <p id="signature">{signature}</p>
    </main>
  )
}
