/** Requests to an EIP-1193 wallet: connect and restore. Depends only on `request`. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { readChainId } from './chain-id.ts'

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
