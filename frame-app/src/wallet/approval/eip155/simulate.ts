/**
 * Simulates a transaction on a node (`eth_simulateV1`, with transfers of the native coin traced) and reads its effects on the account.
 * A node can lie. If it cannot simulate, the result is `unknown` and the transaction can still be approved.
 */
import { type Address, type Client, decodeErrorResult, type Hex, hexToBigInt, keccak256 } from 'viem'
import { getBlock, simulateBlocks } from 'viem/actions'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { knownToken } from '../../../shared/chains/eip155/known-tokens.ts'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { delegationTo } from '../../signing/implementations.ts'
import type { EvmTransaction } from '../../signing/request.ts'
import type { Simulation } from '../prepared.ts'
import { effectsOf } from './effects.ts'

/** Longer than contracts' usual error messages. */
const maxReason = 160

/** Enough for any fee. */
const plenty = 1n << 96n

/**
 * @param delegate the contract whose code the account has by then (EIP-7702)
 * @param caller the contract that calls the account, if the account does not send the transaction itself; it then pays no fee
 */
export async function simulate(
  client: Client,
  request: EvmTransaction,
  delegate: string | null = null,
  caller?: Address,
): Promise<Simulation> {
  const account = checksum(request.signer)
  const isKnown = (contract: string) => knownToken(`eip155:${request.chainId}`, contract) !== undefined
  const most = BigInt(request.maxFeePerGas)
  const call = {
    account: caller ?? account,
    to: request.to === null ? null : checksum(request.to),
    data: request.data,
    value: BigInt(request.value),
    gas: BigInt(request.gas),
    maxFeePerGas: most,
    maxPriorityFeePerGas: BigInt(request.maxPriorityFeePerGas),
    accessList: request.accessList,
  }
  const stateOverrides = [
    ...(delegate === null ? [] : [{ address: account, code: delegationTo(delegate) }]),
    ...(caller === undefined ? [] : [{ address: caller, balance: plenty }]),
  ]
  const run = async (blockTag: 'pending' | 'latest', blockOverrides: BlockContext): Promise<Simulation> => {
    const [block] = await simulateBlocks(client, {
      blockTag,
      blocks: [{ blockOverrides, stateOverrides, calls: [call] }],
      traceTransfers: true,
      validation: true,
    })
    const result = block?.calls[0]
    if (!result) return { status: 'unknown' }
    if (result.status !== 'success') return { status: 'fails', ...reasonIn(result.data) }
    return { status: 'works', ...effectsOf(result.logs ?? [], account, isKnown) }
  }
  const failed = (error: unknown): Simulation => {
    if (isForFunds(error)) return { status: 'fails' }
    throw error
  }
  try {
    const context = await contextOf(client, most)
    // The pending state includes pending transactions; not every node supports it.
    return await run('pending', context)
      .catch(failed)
      .catch(() => run('latest', context).catch(failed))
  } catch {
    return { status: 'unknown' }
  }
}

type BlockContext = Awaited<ReturnType<typeof contextOf>>

/**
 * By default, nodes simulate with a base fee and a gas price of zero, and some without random value and fee recipient. A contract could
 * recognise the simulation by these and hide its effects. So the fees are those of the transaction, and the block is like the latest one.
 * The nonce is left to the node: a contract cannot read it, and it may depend on transactions that this node lacks.
 *
 * @param most maximum fee per gas; a block with a higher base fee would not include the transaction
 */
async function contextOf(client: Client, most: bigint) {
  const { baseFeePerGas, miner, mixHash } = await getBlock(client, { blockTag: 'latest' })
  const base = baseFeePerGas ?? 0n
  return {
    baseFeePerGas: base < most ? base : most,
    feeRecipient: miner,
    // Some networks have no random value in real blocks either.
    ...(hexToBigInt(mixHash ?? '0x0') !== 0n && { prevRandao: hexToBigInt(wholeHash(mixHash)) }),
  }
}

/** viem sends the random value as a number, but nodes expect 32 bytes: a value with a leading zero digit is replaced by its hash. */
const wholeHash = (hash: Hex): Hex => (hash.startsWith('0x0') ? wholeHash(keccak256(hash)) : hash)

/** Nodes do not run a transaction that the account cannot pay for. */
function isForFunds(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (/insufficient (funds|balance)/i.test(inner.message)) return true
  return false
}

/** The message of a standard error (`Error(string)`, `Panic(uint256)`). It was chosen by the contract, so it is cleaned and bounded. */
function reasonIn(data: Hex | undefined): { reason?: string } {
  if (!data || data === '0x') return {}
  try {
    const { errorName, args } = decodeErrorResult({ abi: [], data })
    const given = args?.[0]
    const text = errorName === 'Panic' ? `Panic ${String(given)}` : typeof given === 'string' ? given : ''
    const reason = toDisplayText(text, { max: maxReason })
    return reason === '' ? {} : { reason }
  } catch {
    // A custom error of the contract: only its selector can be shown.
    return { reason: toDisplayText(data.slice(0, 10), { max: maxReason }) }
  }
}
