import { createAirlock } from '@airlock/host-sdk'
import { getWalletClient } from '@airlock/host-sdk/viem'
import { foundry } from 'viem/chains'

const localOne = { ...foundry, name: 'Local One', rpcUrls: { default: { http: ['http://rpc-one.localhost:5172/'] } } }

const airlock = createAirlock({
  projectId: 'examples',
  frameUrl: 'http://modal.localhost:5171/p/examples/',
  networks: [localOne],
})

const byId = (id: string) => document.getElementById(id) as HTMLElement

airlock.subscribe(() => {
  byId('address').textContent = airlock.getState().accounts.eip155?.address ?? ''
})
byId('connect').addEventListener('click', () => airlock.open())
byId('sign').addEventListener('click', async () => {
  const wallet = await getWalletClient(airlock, localOne) // opens the modal if no wallet is connected
  byId('signature').textContent = await wallet.signMessage({ message: 'Hello from Airlock' })
})
byId('disconnect').addEventListener('click', () => airlock.disconnect())
