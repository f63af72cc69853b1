/** Switching the network, and adding it first to a wallet that does not know it. */
import type { CreateConnectorFn } from '@wagmi/core'
import {
  type AddEthereumChainParameter,
  type Chain,
  numberToHex,
  SwitchChainError,
  UserRejectedRequestError,
} from 'viem'
import { fieldOf } from '../dom.ts'
import { codeOf, toError } from './errors.ts'

type Config = Parameters<CreateConnectorFn>[0]
type SwitchChain = NonNullable<ReturnType<CreateConnectorFn>['switchChain']>
type Wishes = Parameters<SwitchChain>[0]['addEthereumChainParameter']

interface Wallet {
  readonly request: (method: string, params: readonly unknown[]) => Promise<unknown>
  readonly getChainId: () => Promise<number>
}

/** As wagmi's error of this name. No value comes from `@wagmi/core`: npm may put it where only `wagmi` finds it. */
class ChainNotConfiguredError extends Error {
  override readonly name = 'ChainNotConfiguredError'
  constructor() {
    super('Chain not configured.')
  }
}

/** EIP-1193: the wallet does not know the network. Some wallets say so inside of another error. */
const unknownChain = 4902
const isUnknownChain = (error: unknown): boolean =>
  [error, fieldOf(fieldOf(error, 'data'), 'originalError')].some((one) => codeOf(one) === unknownChain)

export function switchTo(config: Config, { request, getChainId }: Wallet): SwitchChain {
  return async ({ addEthereumChainParameter, chainId }) => {
    const chain = config.chains.find(({ id }) => id === chainId)
    if (!chain) throw new SwitchChainError(new ChainNotConfiguredError())
    try {
      await request('wallet_switchEthereumChain', [{ chainId: numberToHex(chainId) }]).catch(async (error: unknown) => {
        if (!isUnknownChain(error)) throw error
        await request('wallet_addEthereumChain', [describe(chain, addEthereumChainParameter)])
        if ((await getChainId()) !== chainId)
          throw new UserRejectedRequestError(new Error('The network was added, but the switch was declined.'))
      })
    } catch (error) {
      if (error instanceof UserRejectedRequestError) throw error
      const cause = toError(error)
      throw codeOf(error) === UserRejectedRequestError.code
        ? new UserRejectedRequestError(cause)
        : new SwitchChainError(cause)
    }
    config.emitter.emit('change', { chainId })
    return chain
  }
}

function describe(
  { id, name, nativeCurrency, rpcUrls, blockExplorers }: Chain,
  wishes: Wishes,
): AddEthereumChainParameter {
  const explorers = Object.values(blockExplorers ?? {}).map(({ url }) => url)
  const blockExplorerUrls = wishes?.blockExplorerUrls ?? (explorers.length > 0 ? explorers : undefined)
  return {
    chainId: numberToHex(id),
    chainName: wishes?.chainName ?? name,
    nativeCurrency: wishes?.nativeCurrency ?? nativeCurrency,
    rpcUrls: wishes?.rpcUrls?.length ? wishes.rpcUrls : rpcUrls.default.http,
    ...(wishes?.iconUrls && { iconUrls: wishes.iconUrls }),
    ...(blockExplorerUrls && { blockExplorerUrls }),
  }
}
