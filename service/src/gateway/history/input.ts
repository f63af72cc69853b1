/** Decodes the calls that the history recognises, and what they would move. */
import { type AbiFunction, decodeFunctionData, type Hex, isHex, parseAbi, toFunctionSelector } from 'viem'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool isApproved)',
])
const known = new Map(abi.map((one: AbiFunction) => [toFunctionSelector(one), one.inputs.length]))
const selectorLength = 10

/** Length of the selector and the arguments of the calls above; the rest is not needed. */
export function keptInput(input: string): string {
  const selector = input.slice(0, selectorLength)
  return selector.length < selectorLength ? '' : input.slice(0, selectorLength + (known.get(selector as Hex) ?? 0) * 64) // as: a key to look up
}

export type KnownCall =
  | { readonly name: 'transfer'; readonly to: string; readonly amount: bigint }
  | { readonly name: 'transferFrom'; readonly from: string; readonly to: string; readonly amount: bigint }
  | {
      readonly name: 'approve'
      readonly spender: string
      /** For an NFT, its id. `undefined`: the whole collection. */
      readonly amount: bigint | undefined
      /** False for a zero amount, and when approval of a collection is revoked. */
      readonly isGranted: boolean
    }

/** `undefined`: an unknown call, or none. */
export function readCall(input: string): KnownCall | undefined {
  if (!isHex(input)) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: input })
    if (functionName === 'transfer') return { name: functionName, to: args[0].toLowerCase(), amount: args[1] }
    if (functionName === 'transferFrom')
      return { name: functionName, from: args[0].toLowerCase(), to: args[1].toLowerCase(), amount: args[2] }
    const spender = args[0].toLowerCase()
    return functionName === 'setApprovalForAll'
      ? { name: 'approve', spender, amount: undefined, isGranted: args[1] }
      : { name: 'approve', spender, amount: args[1], isGranted: args[1] > 0n }
  } catch {
    return undefined
  }
}
