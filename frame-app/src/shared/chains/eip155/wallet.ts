/** Requests to an EIP-1193 wallet: connect, restore, switch and add networks. Depends only on `request`. */

import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { readChainId, toHexChainId } from './chain-id.ts'

export type Request = (method: string, params: Json[]) => Promise<Json>

export interface EvmOffer {
  accounts: readonly Caip10[]
  chainId: Caip2
}

/** Asks the user. @throws UNAUTHORIZED if the wallet shares no account. */
export async function connectWallet(request: Request): Promise<EvmOffer> {
  const offer = await readOffer(request, 'eth_requestAccounts')
  if (!offer) throw new AirlockError('UNAUTHORIZED')
  return offer
}

/** Never asks the user. */
export const restoreWallet = (request: Request): Promise<EvmOffer | undefined> => readOffer(request, 'eth_accounts')

async function readOffer(
  request: Request,
  method: 'eth_requestAccounts' | 'eth_accounts',
): Promise<EvmOffer | undefined> {
  const addresses = readAddresses(await request(method, []))
  if (addresses.length === 0) return undefined
  const chainId = readChainId(await request('eth_chainId', []))
  if (!chainId) throw new AirlockError('WALLET_FAILED', { message: 'The wallet gave no network.' })
  return { accounts: toAccounts(addresses, chainId), chainId }
}

export const toAccounts = (addresses: readonly string[], chainId: Caip2): Caip10[] =>
  addresses.map((address): Caip10 => `${chainId}:${address}`)

export const readAddresses = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((entry): entry is string => typeof entry === 'string' && /^0x[0-9a-fA-F]{40}$/.test(entry))
    : []

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
