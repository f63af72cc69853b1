/** For viem: a transport over the user's wallet, and a wallet client. */
import type { Airlock } from '@airlock/host-sdk'
import { ofWallet } from '@airlock/protocol/allowlist/of-wallet.ts'
import {
  type Chain,
  ChainDisconnectedError,
  createWalletClient,
  custom,
  type FallbackTransport,
  fallback,
  getAddress,
  http,
  type JsonRpcAccount,
  type Transport,
  type WalletClient,
} from 'viem'

/**
 * Requests go to the user's wallet. Reads go to the RPC URLs of the client's chain while no wallet is connected, or one on another network;
 * the `connect-src` of the page must then allow them.
 */
export function viemTransport(airlock: Airlock, chainId: number): FallbackTransport {
  const provider = airlock.provider('eip155')
  const wallet = custom(
    {
      async request(call: { method: string; params?: unknown }) {
        if (!ofWallet.includes(call.method) && Number(await provider.request({ method: 'eth_chainId' })) !== chainId)
          throw new ChainDisconnectedError(new Error(`The wallet is not on chain ${chainId}.`))
        return provider.request(call)
      },
    },
    { key: 'airlock', name: 'Airlock', retryCount: 0 },
  )
  return (parameters) => {
    const nodes: Transport[] = (parameters.chain?.rpcUrls.default.http ?? []).map((url) =>
      http(url, { methods: { exclude: [...ofWallet] } }),
    )
    return fallback([wallet, ...nodes], { retryCount: 0 })(parameters)
  }
}

/** Opens the modal if no wallet is connected. @throws viem's `UserRejectedRequestError` when the user declines */
export async function getWalletClient<chain extends Chain>(
  airlock: Airlock,
  chain: chain,
): Promise<WalletClient<FallbackTransport, chain, JsonRpcAccount>> {
  const transport = viemTransport(airlock, chain.id)
  const [address] = await createWalletClient({ chain, transport }).requestAddresses()
  if (!address) throw new Error('The wallet has no account.')
  return createWalletClient({ account: getAddress(address), chain, transport })
}
