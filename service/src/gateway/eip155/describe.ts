/** Names, symbols and decimals from token contracts. Anyone can deploy a contract, so answers are cleaned and never trusted. */
import { decodeFunctionResult, encodeFunctionData, erc20Abi, erc20Abi_bytes32, getAddress } from 'viem'
import { maxDecimals } from '../networks/network.ts'
import { cleanText, nameLength, symbolLength } from '../networks/text.ts'
import { type Returned, readUint, type Viewer } from './view.ts'

export type Description = {
  readonly contract: string
  /** Both may be empty. */
  readonly name: string
  readonly symbol: string
  /** Absent: none, or more decimals than an amount has digits. The token then has no fungible amounts. */
  readonly decimals: number | undefined
}

const questions = ['name', 'symbol', 'decimals'] as const

/**
 * In the order of the contracts.
 * @throws {Error} when the node fails the request as a whole
 */
export async function describe(
  view: Viewer,
  contracts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Description[]> {
  const answers = await view(
    contracts.flatMap((contract) =>
      questions.map((functionName) => ({
        to: getAddress(contract),
        data: encodeFunctionData({ abi: erc20Abi, functionName }),
      })),
    ),
    signal,
  )
  return contracts.map((contract, index) => {
    const [name, symbol, decimals] = answers.slice(index * questions.length, (index + 1) * questions.length)
    const places = readUint(decimals)
    return {
      contract,
      name: cleanText(readText('name', name), nameLength),
      symbol: cleanText(readText('symbol', symbol), symbolLength),
      decimals: places === undefined || places > BigInt(maxDecimals) ? undefined : Number(places),
    }
  })
}

/** A string, or 32 bytes of text, as in some old tokens. */
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
