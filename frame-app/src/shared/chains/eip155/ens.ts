/** ENS names of accounts, and the addresses of names, through Ethereum nodes. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Address, createClient, custom, getAddress, isAddress } from 'viem'
import { getEnsAddress, getEnsName } from 'viem/actions'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { ifReadable } from '../../if-readable.ts'
import { createNodes } from '../nodes.ts'

/**
 * Only a name that resolves back to the account. Names with records on other servers (CCIP-Read) are not found: the frame's policy does not
 * allow these requests.
 * @throws AirlockError NETWORK when no node answers
 */
export async function readEnsName(
  urls: readonly string[],
  address: string,
  signal: AbortSignal,
): Promise<{ name: string | null; avatar: null }> {
  const client = clientOf(urls, signal)
  const name = await getEnsName(client, { address: address as Address }) // CAIP-10 of this namespace
  if (name === null || normalize(name) !== name) return { name: null, avatar: null }
  const back = await getEnsAddress(client, { name })
  return { name: back?.toLowerCase() === address.toLowerCase() ? name : null, avatar: null }
}

/** ENS's normal form (ENSIP-15); `undefined` for an invalid name. */
export function normalizeName(typed: string): string | undefined {
  const name = ifReadable(() => normalize(typed.trim()))
  return name?.includes('.') && name.length <= 255 ? name : undefined
}

export interface EnsAddress {
  readonly address: string
  /** The name has no address for the network; this is the one for another network. */
  readonly isElsewhere: boolean
}

/**
 * @param name normalized.
 * @param coinType of the network where the address is used (ENSIP-11)
 * @returns `null` if it is not registered.
 * @throws AirlockError NETWORK when no node answers
 */
export async function readEnsAddress(
  urls: readonly string[],
  name: string,
  coinType: number,
  signal: AbortSignal,
): Promise<EnsAddress | null> {
  const client = clientOf(urls, signal)
  const isEthereum = coinType === etherCoinType
  const given = isEthereum ? null : await orNull(getEnsAddress(client, { name, coinType: BigInt(coinType) }))
  const own = given !== null && isAddress(given) ? getAddress(given) : null
  const address = own ?? (await getEnsAddress(client, { name }))
  return address === null ? null : { address, isElsewhere: !isEthereum && own === null }
}

const etherCoinType = 60

/** Resolvers from before ENSIP-9 have no addresses for other networks. @throws the error of a node that did not answer */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    for (let inner = error; inner instanceof Error; inner = inner.cause)
      if (inner instanceof AirlockError && inner.code === 'NETWORK') throw inner
    return null
  }
}

function clientOf(urls: readonly string[], signal: AbortSignal) {
  const nodes = createNodes(urls, 'eth_blockNumber')
  return createClient({
    chain: mainnet,
    ccipRead: false,
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: Json }) => nodes.request(method, params ?? [], signal),
      },
      { retryCount: 0 },
    ),
  })
}
