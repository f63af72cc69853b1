import { createAirlock } from '@airlock/host-sdk'
import { getWalletClient, viemTransport } from '@airlock/host-sdk/viem'
import { createPublicClient, formatEther } from 'viem'
import { mainnet } from 'viem/chains'

const { VITE_PROJECT_ID: projectId, VITE_FRAME_URL: frameUrl } = import.meta.env

const airlock = createAirlock({ projectId, frameUrl, networks: [mainnet] })
const reader = createPublicClient({ chain: mainnet, transport: viemTransport(airlock, mainnet.id) })

function onClick(id: string, run: () => Promise<string>) {
  document.getElementById(id)?.addEventListener('click', async () => {
    const output = document.querySelector('output')
    const text = await run().catch(String)
    if (output) output.value = text
  })
}

onClick('connect', async () => {
  const { account } = await getWalletClient(airlock, mainnet)
  return `${account.address}: ${formatEther(await reader.getBalance(account))} ETH`
})
onClick('sign', async () => (await getWalletClient(airlock, mainnet)).signMessage({ message: 'hello' }))
onClick('send', async () => {
  const client = await getWalletClient(airlock, mainnet)
  return client.sendTransaction({ to: client.account.address, value: 0n })
})
