import { createAirlock } from '@airlock/host-sdk'
import { ethersAdapter, getProvider, getSigner } from '@airlock/host-sdk/ethers'
import { mainnet } from '@airlock/host-sdk/networks'
import { formatEther } from 'ethers'

const { VITE_PROJECT_ID: projectId, VITE_FRAME_URL: frameUrl } = import.meta.env

const airlock = createAirlock({ projectId, frameUrl, networks: [mainnet], adapters: [ethersAdapter()] })

function onClick(id: string, run: () => Promise<string>) {
  document.getElementById(id)?.addEventListener('click', async () => {
    const output = document.querySelector('output')
    const text = await run().catch(String)
    if (output) output.value = text
  })
}

onClick('connect', async () => {
  const address = await (await getSigner(airlock)).getAddress()
  return `${address}: ${formatEther(await getProvider(airlock).getBalance(address))} ETH`
})
onClick('sign', async () => (await getSigner(airlock)).signMessage('hello'))
onClick('send', async () => {
  const signer = await getSigner(airlock)
  const { hash } = await signer.sendTransaction({ to: await signer.getAddress(), value: 0 })
  return hash
})
