/** The primary ENS name of an account, through Ethereum nodes. */
import type { Json } from '@airlock/protocol/json.ts'
import { type Address, createClient, custom } from 'viem'
import { getEnsAddress, getEnsName } from 'viem/actions'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
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
  try {
    const name = normalize(typed.trim())
    return name.includes('.') && name.length <= 255 ? name : undefined
  } catch {
    return undefined
  }
}

/**
 * @param name normalized.
 * @returns `null` if it is not registered.
 * @throws AirlockError NETWORK when no node answers
 */
export async function readEnsAddress(
  urls: readonly string[],
  name: string,
  signal: AbortSignal,
): Promise<string | null> {
  return getEnsAddress(clientOf(urls, signal), { name })
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
