import { createAirlock } from '@airlock/host-sdk'
import { createSiwx, serverStorage } from '@airlock/host-sdk/siwx'

const airlock = createAirlock({
  projectId: 'examples',
  frameUrl: 'http://modal.localhost:5171/p/examples/',
  networks: [
    {
      id: 31337,
      name: 'Local One',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://rpc-one.localhost:5172/'] } },
    },
  ],
  siwx: createSiwx({ storage: serverStorage(), statement: 'I accept the terms of the example.' }),
})
const byId = (id: string) => document.getElementById(id) as HTMLElement
const address = () => airlock.getState().accounts.eip155?.address ?? ''

airlock.subscribe(() => byId('address').replaceChildren(address()))
airlock.on('session', async () => byId('signed-in').replaceChildren(await (await fetch('/me')).text()))
byId('connect').addEventListener('click', () => airlock.open())
byId('sign').addEventListener('click', async () => {
  const params = ['0x48656c6c6f2066726f6d204169726c6f636b', address()] // "Hello from Airlock"
  byId('signature').append(String(await airlock.provider().request({ method: 'personal_sign', params })))
})
byId('disconnect').addEventListener('click', () => airlock.disconnect())
