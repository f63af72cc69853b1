/**
 * Token balances and descriptions of an account, from the contracts: in one Multicall3 call if the network has it, otherwise one by one. A
 * contract may revert, burn all gas, or answer endlessly.
 */
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToString,
  isHex,
  multicall3Abi,
  size,
} from 'viem'
import { type Ask, type HeldToken, maxDecimals, readEach } from '../held-tokens.ts'
import { multicallOf } from './multicall.ts'

const togetherMs = 2_500
/** A longer answer counts as a failure. */
const maxBytes = 4_096

interface Question {
  readonly account: Address
  readonly contracts: readonly Address[]
  /** As described by the page. */
  readonly multicall: Address | undefined
  readonly signal: AbortSignal
}

/** Never rejects. */
export async function readErc20s(
  ask: Ask,
  { account, contracts, multicall, signal }: Question,
): Promise<readonly HeldToken[]> {
  const data = dataOf(account)
  const together = new Map<string, readonly Answer[]>()
  const multicall3 = multicallOf(multicall)
  if (multicall3)
    try {
      const calls = contracts.flatMap((target) => data.map((callData) => ({ target, allowFailure: true, callData })))
      const input = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
      const within = AbortSignal.any([signal, AbortSignal.timeout(togetherMs)])
      const answer = await ask('eth_call', [{ to: multicall3, data: input }, 'latest'], within)
      const results = isHex(answer)
        ? decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
        : []
      if (results.length === calls.length)
        for (const [place, contract] of contracts.entries()) {
          const own = results.slice(place * data.length, (place + 1) * data.length)
          // A contract that burns all gas makes the following calls fail too: those are repeated separately.
          if (own.every(({ success }) => success))
            together.set(
              contract,
              own.map(({ returnData }) => bounded(returnData)),
            )
        }
    } catch {
      // Asked separately instead.
    }
  const read = async (contract: string, within: AbortSignal) =>
    toToken(
      contract,
      together.get(contract) ??
        (await Promise.all(
          data.map((call) =>
            ask('eth_call', [{ to: contract, data: call }, 'latest'], within).then(bounded, () => undefined),
          ),
        )),
    )
  return readEach(contracts, read, signal)
}

type Answer = Hex | undefined

const dataOf = (account: Address): readonly Hex[] => [
  encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  ...(['decimals', 'symbol', 'name'] as const).map((functionName) =>
    encodeFunctionData({ abi: erc20Abi, functionName }),
  ),
]

const bounded = (answer: unknown): Answer => (isHex(answer) && size(answer) <= maxBytes ? answer : undefined)

/** Contracts without a plausible balance and decimals are not tokens; the name may be missing. */
function toToken(address: string, [balance, decimals, symbol, name]: readonly Answer[]): HeldToken | undefined {
  const amount = readWord(balance)
  const places = readWord(decimals)
  if (amount === undefined || places === undefined || places > BigInt(maxDecimals)) return undefined
  return { address, amount, decimals: Number(places), symbol: readText(symbol), name: readText(name) }
}

const readWord = (answer: Answer): bigint | undefined =>
  answer && size(answer) >= 32 ? BigInt(answer.slice(0, 66)) : undefined

/** A text or, in old contracts, 32 bytes. */
function readText(answer: Answer): string {
  if (!answer) return ''
  try {
    return size(answer) === 32
      ? hexToString(answer).replace(/\0+$/, '')
      : decodeAbiParameters([{ type: 'string' }], answer)[0]
  } catch {
    return ''
  }
}
