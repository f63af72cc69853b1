/**
 * Simulates calls of an account at a node (`eth_simulateV1`), for the modal's reviews and for the wallet's approvals.
 *
 * By default, nodes simulate with a base fee and a gas price of zero, and some without random value and fee recipient. A contract could
 * recognise the simulation by these and hide its effects. So the fees are those of the transaction, and the block is like the latest one.
 * If a node cannot do this, there is no simulation, rather than one that a contract can recognise. A node can lie.
 */
import { EvmAddress, Hash32, Hex as HexText, Quantity } from '@airlock/protocol/scalars/values.ts'
import { type Address, type Log as ChainLog, decodeErrorResult, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import * as z from 'zod/mini'
import { toDisplayText } from '../../format/display-text.ts'
import type { Ask } from '../sending.ts'
import { type PaidPrice, priceFields, toQuantity } from './fees.ts'

/** Longer than contracts' usual error messages. */
const maxReason = 160
/** Enough for any fee. */
export const plenty = toQuantity(1n << 96n)
/** Of a call whose own limit is not known. */
const usualGas = toQuantity(3_000_000n)
const gasOfLook = toQuantity(1_000_000n)

/** As `eth_sendTransaction` takes it; the fees are added. */
export interface SimulatedCall {
  readonly from: Address
  /** `null`: creates a contract. */
  readonly to: Address | null
  readonly data: string
  readonly value: string
  readonly gas?: string | undefined
  readonly accessList?: readonly { readonly address: string; readonly storageKeys: readonly string[] }[]
}

/** A token balance, read before and after the calls: the events of a token may be false. */
export interface Look {
  readonly token: Address
  readonly owner: Address
}

export interface ToSimulate {
  /** Carried out one after another, in one block. */
  readonly calls: readonly SimulatedCall[]
  readonly price: PaidPrice
  readonly looks?: readonly Look[]
  /** What accounts have by then: code of a contract (EIP-7702), or coins. */
  readonly overrides?: Readonly<Record<Address, { readonly code?: Hex; readonly balance?: Hex }>>
  /** The wallet may find someone else to pay the fee. */
  readonly mayBeSponsored?: boolean
}

export type Simulated =
  | {
      readonly status: 'works'
      readonly logs: ChainLog[]
      /** The answer of the last call. */
      readonly returned: string
      /** Of each look, by how much the balance has risen; `undefined` if the token does not say. */
      readonly rises: readonly (bigint | undefined)[]
    }
  /** `reason`: from the contract; cleaned, may be empty. */
  | { readonly status: 'fails'; readonly reason: string }
  /** The node cannot simulate, or did not answer. */
  | { readonly status: 'unknown' }

const LatestBlock = z.object({
  miner: z.nullish(EvmAddress),
  baseFeePerGas: z.nullish(Quantity),
  mixHash: z.nullish(Hash32),
})
export type Block = z.infer<typeof LatestBlock>

/** `undefined` if the node does not say. */
export const latestBlock = (ask: Ask): Promise<Block | undefined> =>
  ask('eth_getBlockByNumber', ['latest', false]).then(
    (answer) => z.safeParse(LatestBlock, answer).data,
    () => undefined,
  )

const Log = z.object({ address: EvmAddress, topics: z.array(HexText).check(z.maxLength(4)), data: HexText })
const Result = z.object({
  status: HexText,
  returnData: HexText,
  logs: z.nullish(z.array(Log)),
  error: z.nullish(z.object({ data: z.nullish(HexText) })),
})
const Answer = z.tuple([z.object({ calls: z.array(Result) })])

export async function simulateCalls(ask: Ask, block: Block | undefined, asked: ToSimulate): Promise<Simulated> {
  if (!block) return { status: 'unknown' }
  // The pending state includes pending transactions; not every node supports it.
  for (const tag of ['pending', 'latest'])
    try {
      return await run(ask, tag, block, asked).catch(async (error) => {
        if (!isForFunds(error) || !asked.mayBeSponsored) throw error
        return run(ask, tag, block, await sponsored(ask, tag, asked))
      })
    } catch (error) {
      if (isForFunds(error)) return { status: 'fails', reason: '' }
    }
  return { status: 'unknown' }
}

async function run(ask: Ask, tag: string, block: Block, asked: ToSimulate): Promise<Simulated> {
  const { calls, price, looks = [], overrides = {} } = asked
  const fees = priceFields(price)
  const looking = looks.map((look) => ({ ...lookCall(look), ...fees, gas: gasOfLook }))
  const paid = calls.map(({ to, gas = usualGas, accessList, ...call }) => ({
    ...call,
    ...fees,
    ...(to !== null && { to }),
    ...(accessList && { accessList: accessList.map((entry) => ({ ...entry, storageKeys: [...entry.storageKeys] })) }),
    gas,
  }))
  const blockStateCall = {
    blockOverrides: contextOf(block, price.most),
    stateOverrides: { ...(looks.length > 0 && looker), ...overrides },
    calls: [...looking, ...paid, ...looking],
  }
  const answer = await ask('eth_simulateV1', [
    { blockStateCalls: [blockStateCall], traceTransfers: true, validation: true },
    tag,
  ])
  const [{ calls: results }] = z.parse(Answer, answer)
  const [before, made, after] = [
    results.slice(0, looks.length),
    results.slice(looks.length, looks.length + calls.length),
    results.slice(looks.length + calls.length),
  ]
  const failed = made.find(({ status }) => BigInt(status) !== 1n)
  if (failed) return { status: 'fails', reason: reasonIn(failed.error?.data ?? failed.returnData) }
  const last = made[calls.length - 1]
  if (!last) return { status: 'unknown' }
  return {
    status: 'works',
    logs: made.flatMap(({ logs }) => (logs ?? []).map(toLog)),
    returned: last.returnData,
    rises: looks.map((_, at) => {
      const [was, is] = [before[at]?.returnData, after[at]?.returnData]
      return was?.length === 66 && is?.length === 66 ? BigInt(is) - BigInt(was) : undefined
    }),
  }
}

/** A block with a higher base fee than the transaction's maximum would not include it. */
function contextOf({ miner, baseFeePerGas, mixHash }: Block, most: bigint) {
  const base = BigInt(baseFeePerGas ?? 0)
  return {
    baseFeePerGas: toQuantity(base < most ? base : most),
    ...(miner && { feeRecipient: miner }),
    // Some networks have no random value in real blocks either.
    ...(mixHash && BigInt(mixHash) !== 0n && { prevRandao: mixHash }),
  }
}

/** The same, with each account having the fee of its calls on top of its coins. */
async function sponsored(ask: Ask, tag: string, asked: ToSimulate): Promise<ToSimulate> {
  const { calls, price, overrides } = asked
  const owners = [...new Set(calls.map(({ from }) => from))]
  const added = await Promise.all(
    owners.map(async (owner) => {
      const own = calls.filter(({ from }) => from === owner)
      const fees = own.reduce((sum, { gas = usualGas }) => sum + BigInt(gas) * price.most, 0n)
      const has = BigInt(z.parse(Quantity, await ask('eth_getBalance', [owner, tag])))
      return [owner, { balance: toQuantity(has + fees) }] as const
    }),
  )
  return { ...asked, overrides: { ...overrides, ...Object.fromEntries(added) } }
}

/**
 * Balances are asked for through code that calls a token without letting it write: otherwise the token could note the question, and behave
 * well in the calls after it. The code takes an address and the data, and answers with the token's answer.
 */
const lookerAddress = '0xa1b0c0000000000000000000000000000000100c'
const askerAddress = '0xa1b0c0000000000000000000000000000000a5c0'
const looker = {
  [lookerAddress]: { code: '0x363d3d373d3d6020360360203d515afa503d600060003e3d6000f3' },
  [askerAddress]: { balance: plenty },
}
const lookCall = ({ token, owner }: Look) => {
  const question = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return { from: askerAddress, to: lookerAddress, data: `0x${token.slice(2).padStart(64, '0')}${question.slice(2)}` }
}

/** The form of viem's decoders. */
export function toLog({ address, topics: [first, ...others], data }: z.infer<typeof Log>): ChainLog {
  return {
    address,
    topics: first === undefined ? [] : [first, ...others],
    data,
    blockHash: null,
    blockNumber: null,
    logIndex: null,
    transactionHash: null,
    transactionIndex: null,
    removed: false,
  }
}

/** Nodes do not run a transaction that the account cannot pay for. */
export function isForFunds(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (/insufficient (funds|balance)/i.test(inner.message)) return true
  return false
}

/** The message of a standard error (`Error(string)`, `Panic(uint256)`). It was chosen by the contract, so it is cleaned and bounded. */
function reasonIn(data: Hex): string {
  if (data === '0x') return ''
  try {
    const { errorName, args } = decodeErrorResult({ abi: [], data })
    const given = args?.[0]
    const text = errorName === 'Panic' ? `Panic ${String(given)}` : typeof given === 'string' ? given : ''
    return toDisplayText(text, { max: maxReason })
  } catch {
    // A custom error of the contract: only its selector can be shown.
    return toDisplayText(data.slice(0, 10), { max: maxReason })
  }
}

/** The same from the message of a node. */
export const reasonOf = (error: Error): string =>
  toDisplayText(error.message.replace(/^.*reverted:?( with reason string)?/i, ''), { max: maxReason })
