/** For ethers 5: a provider and a signer over the user's wallet. */
import type { Adapter, Airlock } from '@airlock/host-sdk'
// Installed under this name beside ethers 6; the package imports `ethers`.
import { ethers } from 'ethers5'

const providers = new WeakMap<Airlock, ethers.providers.Web3Provider>()

/** EIP-1193: the user has declined. */
const declined = 4001
const isDeclined = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === declined

/** Returns the same provider for each call. It follows the wallet to other networks. */
export function getProvider(airlock: Airlock): ethers.providers.Web3Provider {
  const known = providers.get(airlock)
  if (known) return known
  const wallet = airlock.provider('eip155')
  const request = (call: { method: string; params?: unknown[] }) =>
    wallet.request(call).catch((error: unknown) => {
      // ethers 5 recognises a declined request only by these words.
      if (isDeclined(error))
        throw Object.assign(new Error('User denied the request.', { cause: error }), { code: declined })
      throw error
    })
  // With any other value, ethers throws when the wallet switches the network.
  const provider = new ethers.providers.Web3Provider({ request }, 'any')
  // Without this, ethers answers its next call for the previous network.
  wallet.on('chainChanged', () => void provider.getNetwork().catch(() => {}))
  providers.set(airlock, provider)
  return provider
}

/** Opens the modal if no wallet is connected. @throws ACTION_REJECTED when the user declines */
export async function getSigner(airlock: Airlock): Promise<ethers.providers.JsonRpcSigner> {
  const provider = getProvider(airlock)
  try {
    await provider.send('eth_requestAccounts', [])
  } catch (error) {
    if (!isDeclined(error)) throw error
    const { Logger } = ethers.utils
    throw new Logger('airlock').makeError('user rejected action', Logger.errors.ACTION_REJECTED, {
      action: 'requestAccess',
    })
  }
  return provider.getSigner()
}

/** For the `adapters` of `createAirlock`: destroys the provider together with the instance. */
export function ethersAdapter(): Adapter {
  return {
    namespace: 'eip155',
    attach: (airlock) => () => {
      providers.get(airlock)?.removeAllListeners()
      providers.delete(airlock)
    },
  }
}
