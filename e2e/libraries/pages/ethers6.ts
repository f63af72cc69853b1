import { createAirlock } from '@airlock/host-sdk'
import { ethersAdapter, getProvider, getSigner } from '@airlock/host-sdk/ethers'
import { toQuantity } from 'ethers'
import { offer, readOptions } from './page.ts'

const airlock = createAirlock({ ...readOptions(), adapters: [ethersAdapter()] })
const provider = getProvider(airlock)

offer(airlock, {
  connect: () => getSigner(airlock),
  async account() {
    const [signer] = await provider.listAccounts()
    return signer && { address: signer.address, chainId: Number((await provider.getNetwork()).chainId) }
  },
  sign: async (message) => (await getSigner(airlock)).signMessage(message),
  signTypedData: async ({ domain, types, message }) =>
    (await getSigner(airlock)).signTypedData(domain, { Note: [...types.Note] }, message),
  async send(to, value) {
    const sent = await (await getSigner(airlock)).sendTransaction({ to, value })
    await sent.wait()
    return sent.hash
  },
  switchChain: (id) => provider.send('wallet_switchEthereumChain', [{ chainId: toQuantity(id) }]),
  disconnect: () => provider.send('wallet_revokePermissions', [{ eth_accounts: {} }]),
})
