/** Handles each call of `worker-calls.ts`. Owns the stored wallet: key, connected origins, chain, added networks. */
import { privateKeyToAccount } from 'viem/accounts'
import type { Address } from '../../parse.ts'
import { rpcError } from '../errors.ts'
import { isLoopback, type WalletNetwork, type WalletState } from '../state.ts'
import { parseTypedData, signTypedData } from '../typed-data.ts'
import type { CallName, CallRequest, CallResponse } from '../worker-calls.ts'
import { createRpc, fundEmptyAccount, readChainId } from './rpc.ts'
import { prepareTransaction, sendTransaction } from './transactions.ts'
import { type StoredWallet, updateWallet } from './vault.ts'

export type Handlers = { [K in CallName]: (request: CallRequest<K>) => Promise<CallResponse<K>> }

export function createHandlers(origin: string): Handlers {
  /** The networks of the page, set by the first call; the wallet may connect only to these. */
  let configured: WalletNetwork[] = []

  const allNetworks = ({ networks }: StoredWallet) => [
    ...configured,
    ...networks.filter(
      ({ chainId, rpcUrl }) => !configured.some((one) => one.chainId === chainId) && isAllowed(rpcUrl),
    ),
  ]
  const isAllowed = (rpcUrl: string) =>
    isLoopback(rpcUrl) && configured.some((one) => new URL(one.rpcUrl).origin === new URL(rpcUrl).origin)
  const toState = (wallet: StoredWallet): WalletState => {
    const networks = allNetworks(wallet)
    const known = networks.find(({ chainId }) => chainId === wallet.chainId) ?? networks[0]
    const accounts = wallet.connected.includes(origin) ? [privateKeyToAccount(wallet.privateKey).address] : []
    return { chainId: known?.chainId ?? 0, accounts, networks }
  }
  const update = async (change: (wallet: StoredWallet) => StoredWallet) => toState(await updateWallet(change))
  const read = () => updateWallet((wallet) => wallet)
  const network = async () => {
    const { chainId, networks } = toState(await read())
    const found = networks.find((one) => one.chainId === chainId)
    if (!found) throw rpcError('chainUnreachable')
    return found
  }
  const rpc = async () => createRpc((await network()).rpcUrl)
  /** The page checks this too, but only this check is decisive. */
  const signer = async (address: Address) => {
    const wallet = await read()
    const account = privateKeyToAccount(wallet.privateKey)
    const isShared = wallet.connected.includes(origin) && account.address.toLowerCase() === address.toLowerCase()
    if (!isShared) throw rpcError('unauthorized')
    return account
  }
  const fund = async (state: WalletState) => {
    const [account] = state.accounts
    if (account) await Promise.all(state.networks.map(({ rpcUrl }) => fundEmptyAccount(createRpc(rpcUrl), account)))
    return state
  }

  return {
    async start({ networks, walletKey }) {
      configured = networks.filter(({ rpcUrl }) => isLoopback(rpcUrl))
      const state = toState(await updateWallet((wallet) => wallet, walletKey))
      // A restarted local chain has lost the balance. Nothing waits for this.
      void fund(state)
      return state
    },
    account: async () => ({ address: privateKeyToAccount((await read()).privateKey).address }),
    connect: async () =>
      fund(await update((wallet) => ({ ...wallet, connected: [...new Set([...wallet.connected, origin])] }))),
    revoke: () => update((wallet) => ({ ...wallet, connected: wallet.connected.filter((one) => one !== origin) })),
    setChain: ({ chainId }) =>
      update((wallet) => {
        if (!allNetworks(wallet).some((one) => one.chainId === chainId)) throw rpcError('unknownChain')
        return { ...wallet, chainId }
      }),
    async probe({ rpcUrl }) {
      if (!isAllowed(rpcUrl)) throw rpcError('badParams')
      return { chainId: await readChainId(createRpc(rpcUrl)) }
    },
    async addNetwork(added) {
      if (!isAllowed(added.rpcUrl)) throw rpcError('badParams')
      const state = await update((wallet) => ({
        ...wallet,
        networks: [...wallet.networks.filter((one) => one.chainId !== added.chainId), added],
      }))
      return fund(state)
    },
    read: async ({ method, params }) => (await rpc())(method, params),
    signMessage: async ({ address, message }) => (await signer(address)).signMessage({ message: { raw: message } }),
    signTypedData: async ({ address, typedData }) => signTypedData(await signer(address), parseTypedData(typedData)),
    async prepareTransaction(request) {
      await signer(request.from)
      const { chainId, rpcUrl } = await network()
      return prepareTransaction(createRpc(rpcUrl), chainId, request)
    },
    async sendTransaction(prepared) {
      const { chainId, rpcUrl } = await network()
      if (chainId !== prepared.chainId) throw rpcError('badParams', 'The selected chain has changed.')
      return sendTransaction(createRpc(rpcUrl), await signer(prepared.from), prepared)
    },
  }
}
