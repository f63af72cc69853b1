/** Balances of an EVM network: its currency, and the tokens of its lists. */
import { encodeFunctionData, erc20Abi, getAddress, type Hex, hexToBigInt, isAddress, size } from 'viem'
import { describe } from '../eip155/describe.ts'
import { createViewer, readUint } from '../eip155/view.ts'
import type { GatewayNetwork, Token } from '../networks/network.ts'
import { hexOf } from '../nodes/json-rpc.ts'
import type { NodePool } from '../nodes/pool.ts'
import { createListed } from '../tokens/listed.ts'
import type { ReceivedTokens } from './received.ts'
import type { BalanceSource } from './source.ts'

/** @param received received tokens that no list has; absent: the network is not indexed */
export function createEip155Balances(
  network: GatewayNetwork,
  pool: NodePool,
  received?: ReceivedTokens,
): BalanceSource {
  const view = createViewer(network, pool)
  const listed = createListed(network)

  return {
    network,
    isAddress: (text) => isAddress(text, { strict: false }),
    async read({ address, named, signal }) {
      const account = getAddress(address)
      const unlisted = named.filter((contract) => !listed.find(contract))
      const [native, described, others] = await Promise.all([
        readNative(account, signal),
        unlisted.length > 0 ? readTokens(unlisted, signal) : [],
        received?.(account, signal).catch(() => []) ?? [],
      ])
      const tokens = [...network.tokens, ...described]
      const wanted = new Set(named.map((contract) => contract.toLowerCase()))
      const balances = await view(
        tokens.map((token) => ({
          to: getAddress(token.address),
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
        })),
        signal,
      )
      const holdings = tokens.flatMap((token, index) => {
        const amount = readUint(balances[index])
        return amount !== undefined && (amount > 0n || wanted.has(token.address.toLowerCase()))
          ? [{ token, amount }]
          : []
      })
      const more = others.filter(({ token }) => !wanted.has(token?.address.toLowerCase() ?? ''))
      return [{ token: undefined, amount: native }, ...holdings, ...more]
    },
  }

  async function readNative(account: Hex, signal: AbortSignal): Promise<bigint> {
    const [outcome] = await pool.send([{ method: 'eth_getBalance', params: [account, 'latest'] }], signal)
    const balance = hexOf(outcome)
    if (!balance || size(balance) > 32) throw new Error('The balance cannot be read')
    return hexToBigInt(balance)
  }

  /** Tokens described by their contracts. Contracts without plausible decimals are left out. */
  async function readTokens(contracts: readonly string[], signal: AbortSignal): Promise<readonly Token[]> {
    return (await describe(view, contracts, signal)).flatMap(({ contract, name, symbol, decimals }) =>
      decimals === undefined
        ? []
        : [{ address: getAddress(contract), name: name || symbol, symbol, decimals, iconUrl: undefined }],
    )
  }
}
