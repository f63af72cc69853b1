import { createAirlock } from '@airlock/host-sdk'
import { getWalletClient, viemTransport } from '@airlock/host-sdk/viem'
import { createWalletClient } from 'viem'
import { chainOf, offer, readOptions } from './page.ts'

const options = readOptions()
const chains = options.networks
const airlock = createAirlock(options)

const silent = createWalletClient({ chain: chains[0], transport: viemTransport(airlock, chains[0].id) })
const client = async () => getWalletClient(airlock, chainOf(chains, await silent.getChainId()))

offer(airlock, {
  connect: client,
  async account() {
    const [address] = await silent.getAddresses()
    return address && { address, chainId: await silent.getChainId() }
  },
  sign: async (message) => (await client()).signMessage({ message }),
  signTypedData: async (data) => (await client()).signTypedData(data),
  send: async (to, value) => (await client()).sendTransaction({ to, value }),
  switchChain: (id) => silent.switchChain({ id }),
  disconnect: () =>
    silent.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }, { retryCount: 0 }),
})
