import { createAirlock } from '@airlock/host-sdk'
import { ethersAdapter, getProvider, getSigner } from '@airlock/host-sdk/ethers5'
import { ethers } from 'ethers'
import { offer, readOptions } from './page.ts'

const airlock = createAirlock({ ...readOptions(), adapters: [ethersAdapter()] })
const provider = getProvider(airlock)

offer(airlock, {
  connect: () => getSigner(airlock),
  async account() {
    const [address] = await provider.listAccounts()
    return address ? { address, chainId: (await provider.getNetwork()).chainId } : undefined
  },
  sign: async (message) => (await getSigner(airlock)).signMessage(message),
  signTypedData: async ({ domain, types, message }) =>
    (await getSigner(airlock))._signTypedData(domain, { Note: [...types.Note] }, message),
  async send(to, value) {
    const sent = await (await getSigner(airlock)).sendTransaction({ to, value })
    await sent.wait()
    return sent.hash
  },
  switchChain: (id) => provider.send('wallet_switchEthereumChain', [{ chainId: ethers.utils.hexValue(id) }]),
  disconnect: () => provider.send('wallet_revokePermissions', [{ eth_accounts: {} }]),
})
