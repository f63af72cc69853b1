/** `wallet_switchEthereumChain` (EIP-3326) and `wallet_addEthereumChain` (EIP-3085), for local chains only. */
import { list, object, type Parsed, quantity, text } from '../../parse.ts'
import { rpcError } from '../errors.ts'
import { toHexChainId, type WalletNetwork, type WalletState } from '../state.ts'
import { answer, type Context, currentNetwork, type Plan } from './plan.ts'

const switchFields = object({ chainId: quantity })

export function planSwitchChain([first]: readonly unknown[], { state, worker, apply }: Context): Plan {
  const chainId = Number(switchFields(first).chainId)
  const target = state.networks.find((network) => network.chainId === chainId)
  if (!target) throw rpcError('unknownChain')
  if (chainId === state.chainId) return answer(null)
  return {
    kind: 'ask',
    ask: () => Promise.resolve({ kind: 'switch', from: currentNetwork(state).name, to: target.name }),
    run: async () => {
      apply(await worker.call('setChain', { chainId }))
      return null
    },
  }
}

const addFields = object({
  chainId: quantity,
  chainName: text,
  nativeCurrency: object({ symbol: text }),
  rpcUrls: list(text),
})

export function planAddChain([first]: readonly unknown[], { state, worker, apply }: Context): Plan {
  const network = readNetwork(addFields(first), state)
  return {
    kind: 'ask',
    ask: async () => {
      const { chainId } = await worker.call('probe', { rpcUrl: network.rpcUrl })
      if (chainId !== network.chainId) throw rpcError('badParams', 'The RPC address belongs to another chain.')
      return { kind: 'add', ...network, chainId: toHexChainId(chainId) }
    },
    run: async () => {
      await worker.call('addNetwork', network)
      apply(await worker.call('setChain', { chainId: network.chainId }))
      return null
    },
  }
}

/** Accepts only origins that the page's own networks use: the worker's policy would block any other. */
function readNetwork({ chainId, chainName, nativeCurrency, rpcUrls }: Parsed<typeof addFields>, state: WalletState) {
  const allowed = new Set(state.networks.map((network) => new URL(network.rpcUrl).origin))
  const rpcUrl = rpcUrls.find((url) => URL.canParse(url) && allowed.has(new URL(url).origin))
  if (rpcUrl === undefined) throw rpcError('badParams', 'The demo wallet adds only the local chains of this page.')
  const { symbol } = nativeCurrency
  return {
    chainId: Number(chainId),
    name: chainName.slice(0, 60),
    symbol: symbol.slice(0, 12),
    rpcUrl,
  } satisfies WalletNetwork
}
