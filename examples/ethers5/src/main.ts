import { createAirlock } from '@airlock/host-sdk'
import { ethersAdapter, getSigner } from '@airlock/host-sdk/ethers5'
import { foundry } from '@airlock/host-sdk/networks'

const localOne = { ...foundry, name: 'Local One', rpcUrls: { default: { http: ['http://rpc-one.localhost:5172/'] } } }

const airlock = createAirlock({
  projectId: 'examples',
  frameUrl: 'http://modal.localhost:5171/p/examples/',
  networks: [localOne],
  adapters: [ethersAdapter()],
})

const byId = (id: string) => document.getElementById(id) as HTMLElement

airlock.subscribe(() => {
  byId('address').textContent = airlock.getState().accounts.eip155?.address ?? ''
})
byId('connect').addEventListener('click', () => airlock.open())
byId('sign').addEventListener('click', async () => {
  const signer = await getSigner(airlock) // opens the modal if no wallet is connected
  byId('signature').textContent = await signer.signMessage('Hello from Airlock')
})
byId('disconnect').addEventListener('click', () => airlock.disconnect())
