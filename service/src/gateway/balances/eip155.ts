/** Balances of an EVM network: its currency, and the tokens of its lists. */
import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  erc20Abi_bytes32,
  getAddress,
  type Hex,
  hexToBigInt,
  isAddress,
  isHex,
  size,
} from 'viem'
import { createViewer, type Returned, readUint } from '../eip155/view.ts'
import { type GatewayNetwork, maxDecimals, type Token } from '../networks/network.ts'
import { cleanText, nameLength, symbolLength } from '../networks/text.ts'
import type { NodePool } from '../nodes/pool.ts'
import type { BalanceSource } from './source.ts'

export function createEip155Balances(network: GatewayNetwork, pool: NodePool): BalanceSource {
  const view = createViewer(network, pool)
  const listed = new Map(network.tokens.map((token) => [token.address.toLowerCase(), token]))

  return {
    network,
    isAddress: (text) => isAddress(text, { strict: false }),
    async read({ address, named, signal }) {
      const account = getAddress(address)
      const unlisted = named.filter((contract) => !listed.has(contract.toLowerCase()))
      const [native, described] = await Promise.all([
        readNative(account, signal),
        unlisted.length > 0 ? describe(unlisted, signal) : [],
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
      return [{ token: undefined, amount: native }, ...holdings]
    },
  }

  async function readNative(account: Hex, signal: AbortSignal): Promise<bigint> {
    const [outcome] = await pool.send([{ method: 'eth_getBalance', params: [account, 'latest'] }], signal)
    if (!outcome || !('result' in outcome) || !isHex(outcome.result) || size(outcome.result) > 32)
      throw new Error('The balance cannot be read')
    return hexToBigInt(outcome.result)
  }

  /** Name, symbol and decimals by the contract itself. One that has no plausible decimals is no token. */
  async function describe(contracts: readonly string[], signal: AbortSignal): Promise<readonly Token[]> {
    const questions = ['name', 'symbol', 'decimals'] as const
    const answers = await view(
      contracts.flatMap((contract) =>
        questions.map((functionName) => ({
          to: getAddress(contract),
          data: encodeFunctionData({ abi: erc20Abi, functionName }),
        })),
      ),
      signal,
    )
    return contracts.flatMap((contract, index) => {
      const [name, symbol, decimals] = answers.slice(index * questions.length, (index + 1) * questions.length)
      const places = readUint(decimals)
      if (places === undefined || places > BigInt(maxDecimals)) return []
      const shown = cleanText(readText('symbol', symbol), symbolLength)
      return [
        {
          address: getAddress(contract),
          name: cleanText(readText('name', name), nameLength) || shown,
          symbol: shown,
          decimals: Number(places),
          iconUrl: undefined,
        },
      ]
    })
  }
}

/** A string, or 32 bytes of text as some old tokens have it. */
function readText(functionName: 'name' | 'symbol', data: Returned): string {
  if (!data) return ''
  try {
    return decodeFunctionResult({ abi: erc20Abi, functionName, data })
  } catch {
    try {
      const bytes = decodeFunctionResult({ abi: erc20Abi_bytes32, functionName, data })
      return Buffer.from(bytes.slice(2), 'hex').toString('utf8').replace(/\0.*$/s, '')
    } catch {
      return ''
    }
  }
}
