/** Moves an EIP-1193 wallet to another network, which it may have to add. Depends only on `request`. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { toHexChainId } from './chain-id.ts'
import type { Request } from './wallet.ts'

/** Codes that mean "I do not know this chain"; the specification's 32603 is a wallet's -32603 without its sign. */
const unknownChainCodes = new Set([4902, 5000, 32603, -32603])

/** @throws the errors in `personal` unchanged; CHAIN_NOT_SUPPORTED for all others. */
export async function switchWallet(request: Request, network: Network): Promise<void> {
  try {
    await request('wallet_switchEthereumChain', [{ chainId: toHexChainId(network.id) }])
  } catch (error) {
    if (isUnknownChain(error)) return addToWallet(request, network)
    throw keepPersonal(error)
  }
}

async function addToWallet(request: Request, network: Network): Promise<void> {
  try {
    await request('wallet_addEthereumChain', [
      {
        chainId: toHexChainId(network.id),
        chainName: network.name,
        nativeCurrency: { ...network.currency },
        rpcUrls: [...network.rpcUrls],
        ...(network.explorerUrl ? { blockExplorerUrls: [network.explorerUrl] } : {}),
      },
    ])
  } catch (error) {
    throw keepPersonal(error)
  }
}

const isUnknownChain = (error: unknown) => error instanceof AirlockError && unknownChainCodes.has(error.rpcCode)

/** Keeps errors that do not depend on the network (declined, pending, aborted); any other means that the wallet does not support it. */
function keepPersonal(error: unknown): AirlockError {
  if (error instanceof AirlockError && personal.has(error.code)) return error
  return new AirlockError('CHAIN_NOT_SUPPORTED', { cause: error })
}

const personal = new Set(['USER_REJECTED', 'REQUEST_PENDING', 'ABORTED', 'PEER_GONE', 'TIMEOUT'])
