/**
 * Balances of unlisted tokens that the index has seen an account receive. Anyone can send such tokens: spam is left out, and a broken token
 * does not affect the other balances.
 */
import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import type { IndexReader } from '../../store/contract/chain-index.ts'
import { readUint, type Viewer } from '../eip155/view.ts'
import type { GatewayNetwork, Token } from '../networks/network.ts'
import type { TokenDirectory } from '../tokens/directory.ts'
import { createListed } from '../tokens/listed.ts'
import { isSpam } from '../tokens/spam.ts'
import type { Holding } from './source.ts'

export type ReceivedTokens = (account: Hex, signal: AbortSignal) => Promise<readonly Holding[]>

/** Maximum, oldest first. */
const maxTokens = 200
const portion = 20

export function createReceivedTokens(
  network: Pick<GatewayNetwork, 'id' | 'currency' | 'tokens'>,
  index: IndexReader,
  directory: TokenDirectory,
  view: Viewer,
): ReceivedTokens {
  const { id } = network
  const listed = createListed(network)

  return async (account, signal) => {
    const contracts = await index.tokensOf({ network: id, account: account.toLowerCase(), limit: maxTokens })
    const known = await directory.find(contracts, signal)
    const worth = [...known.values()].flatMap((token): Token[] =>
      token.isListed || token.decimals === undefined || token.name === '' || isSpam(token, listed.symbols())
        ? []
        : [{ ...token, address: getAddress(token.contract), decimals: token.decimals }],
    )
    const holdings: Holding[] = []
    for (let start = 0; start < worth.length; start += portion)
      holdings.push(...(await read(worth.slice(start, start + portion), account, signal)))
    return holdings
  }

  async function read(asked: readonly Token[], account: Hex, signal: AbortSignal): Promise<readonly Holding[]> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    const balances = await view(
      asked.map((token) => ({ to: getAddress(token.address), data })),
      signal,
    ).catch(() => [])
    return asked.flatMap((token, place) => {
      const amount = readUint(balances[place])
      return amount === undefined || amount === 0n ? [] : [{ token, amount }]
    })
  }
}
