/**
 * Balances of an EVM network: its currency and the tokens of its lists. With Multicall3 in portions of 1,024
 * calls, otherwise one call per token.
 */
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
  multicall3Abi,
  size,
} from 'viem'
import type { GatewayNetwork, Token } from '../networks/network.ts'
import { cleanText, nameLength, symbolLength } from '../networks/text.ts'
import { limits } from '../nodes/json-rpc.ts'
import type { NodeCall, NodePool } from '../nodes/pool.ts'
import type { BalanceSource } from './source.ts'

const chunkSize = 1024
/** More decimals than any amount has digits. */
const maxDecimals = 77

type View = { readonly to: Hex; readonly data: Hex }
/** What a call returned; `undefined` if it failed. */
type Returned = Hex | undefined

export function createEip155Balances(network: GatewayNetwork, pool: NodePool): BalanceSource {
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

  async function view(calls: readonly View[], signal: AbortSignal): Promise<readonly Returned[]> {
    const { multicall3 } = network
    if (calls.length === 0) return []
    return multicall3 ? viewTogether(multicall3, calls, signal) : viewOneByOne(calls, signal)
  }

  async function viewTogether(
    multicall3: Hex,
    calls: readonly View[],
    signal: AbortSignal,
  ): Promise<readonly Returned[]> {
    const requests = chunksOf(calls, chunkSize).map((chunk): NodeCall => {
      const args = [chunk.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
      return { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }
    })
    const outcomes = await pool.send(requests, signal)
    return outcomes.flatMap((outcome) => {
      if (!('result' in outcome) || !isHex(outcome.result)) throw new Error('Multicall3 did not answer')
      const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: outcome.result })
      return results.map(({ success, returnData }) => (success ? returnData : undefined))
    })
  }

  async function viewOneByOne(calls: readonly View[], signal: AbortSignal): Promise<readonly Returned[]> {
    const returned: Returned[] = []
    for (const chunk of chunksOf(calls, limits.batch)) {
      const outcomes = await pool.send(
        chunk.map(({ to, data }) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })),
        signal,
      )
      for (const outcome of outcomes)
        returned.push('result' in outcome && isHex(outcome.result) ? outcome.result : undefined)
    }
    return returned
  }
}

function chunksOf<T>(all: readonly T[], length: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / length) }, (_, index) =>
    all.slice(index * length, (index + 1) * length),
  )
}

/** The first word; a contract may return more. */
const readUint = (data: Returned): bigint | undefined =>
  data && size(data) >= 32 ? hexToBigInt(`0x${data.slice(2, 66)}`) : undefined

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
