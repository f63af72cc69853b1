/**
 * Token balances and descriptions of an account, from the contracts: in batches of Multicall3 if the network has it, otherwise one by one. A
 * contract may revert, burn all gas, or answer endlessly: its batch is the most that it costs.
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
import { multicallBatchSize, multicallOf } from './multicall.ts'

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
  const multicall3 = multicallOf(multicall)
  const together = new Map<string, readonly Answer[]>()
  const readBatch = async (to: Address, batch: readonly Address[]) => {
    const calls = batch.flatMap((target) => data.map((callData) => ({ target, allowFailure: true, callData })))
    const input = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
    const within = AbortSignal.any([signal, AbortSignal.timeout(togetherMs)])
    const answer = await ask('eth_call', [{ to, data: input }, 'latest'], within)
    const results = isHex(answer)
      ? decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
      : []
    if (results.length !== calls.length) return
    for (const [place, contract] of batch.entries()) {
      const own = results.slice(place * data.length, (place + 1) * data.length)
      // A contract that burns all gas makes the following calls of its batch fail too: those are repeated separately.
      if (own.every(({ success }) => success))
        together.set(
          contract,
          own.map(({ returnData }) => bounded(returnData)),
        )
    }
  }
  // A batch that fails is asked separately.
  if (multicall3) await Promise.allSettled(batchesOf(contracts, data).map((batch) => readBatch(multicall3, batch)))
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

/** As many contracts each as fit a call: at least one. */
function batchesOf(contracts: readonly Address[], data: readonly Hex[]): readonly (readonly Address[])[] {
  const perContract = data.reduce((sum, call) => sum + size(call), 0)
  const length = Math.max(1, Math.floor(multicallBatchSize / perContract))
  return Array.from({ length: Math.ceil(contracts.length / length) }, (_, nth) =>
    contracts.slice(nth * length, (nth + 1) * length),
  )
}

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
