/** For ethers 6: a provider and a signer over the user's wallet. */
import type { Adapter, Airlock } from '@airlock/host-sdk'
import { BrowserProvider, type JsonRpcSigner } from 'ethers'

const providers = new WeakMap<Airlock, BrowserProvider>()

/** Returns the same provider for each call. It follows the wallet to other networks. */
export function getProvider(airlock: Airlock): BrowserProvider {
  const known = providers.get(airlock)
  if (known) return known
  const wallet = airlock.provider('eip155')
  // With any other value, ethers throws when the wallet switches the network.
  const provider = new BrowserProvider(wallet, 'any')
  // Without this, ethers answers its next call for the previous network.
  wallet.on('chainChanged', () => void provider.getNetwork().catch(() => {}))
  providers.set(airlock, provider)
  return provider
}

/** Opens the modal if no wallet is connected. @throws ACTION_REJECTED when the user declines */
export const getSigner = (airlock: Airlock): Promise<JsonRpcSigner> => getProvider(airlock).getSigner()

/** For the `adapters` of `createAirlock`: destroys the provider together with the instance. */
export function ethersAdapter(): Adapter {
  return {
    namespace: 'eip155',
    attach: (airlock) => () => {
      providers.get(airlock)?.destroy()
      providers.delete(airlock)
    },
  }
}
