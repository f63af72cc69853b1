/** The primary name of an account on ENS, through nodes of Ethereum. */
import { type Address, createClient, custom } from 'viem'
import { getEnsAddress, getEnsName } from 'viem/actions'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { createNodes } from '../nodes.ts'

/**
 * Only a name that leads back to the account. Names whose records are on other servers (CCIP-Read) have none here: the policy of
 * the frame does not let it ask them.
 *
 * @throws AirlockError NETWORK when no node answers
 */
export async function readEnsName(
  urls: readonly string[],
  address: string,
  signal: AbortSignal,
): Promise<{ name: string | null; avatar: null }> {
  const nodes = createNodes(urls, 'eth_blockNumber')
  const client = createClient({
    chain: mainnet,
    ccipRead: false,
    transport: custom(
      { request: ({ method, params }) => nodes.request(method, params ?? [], signal) },
      { retryCount: 0 },
    ),
  })
  const name = await getEnsName(client, { address: address as Address }) // CAIP-10 of this namespace
  if (name === null || normalize(name) !== name) return { name: null, avatar: null }
  const back = await getEnsAddress(client, { name })
  return { name: back?.toLowerCase() === address.toLowerCase() ? name : null, avatar: null }
}
