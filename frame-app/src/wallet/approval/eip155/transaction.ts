/**
 * Completes a page's transaction with nonce, gas and fees before it is shown, so that exactly this is signed. Values given by the page
 * are kept; contradictory ones are refused.
 */
import { SentTransactionParams } from '@airlock/protocol/allowlist/transaction.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, type Client, type Hex, numberToHex } from 'viem'
import { estimateFeesPerGas, estimateGas, getBalance, getBlock } from 'viem/actions'
import * as z from 'zod/mini'
import { evmChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { checkedAddress } from '../../decode/eip155/transaction.ts'
import type { Warning } from '../../decode/intent.ts'
import type { EvmTransaction } from '../../signing/request.ts'
import type { Fee } from '../prepared.ts'
import { warnOfFee } from './fees.ts'

type Given = z.infer<typeof SentTransactionParams>[0]

/** Adds 20 %: the estimate is for the current state of the chain, and a later one may need slightly more. */
export const withReserve = (gas: bigint): bigint => (gas * 12n) / 10n

/** @throws AirlockError WALLET_FAILED with the node's code if it would fail and the page gives no gas limit. */
export async function fillTransaction(
  params: unknown,
  context: { account: string; scope: Caip2; client: Client; nextNonce: () => Promise<number> },
): Promise<{ request: EvmTransaction; fee: Fee; warnings: readonly Warning[] }> {
  const { account, scope, client, nextNonce } = context
  const given = readParams(params, account, scope)
  const from = checksum(account)
  const to = given.to ? checksum(given.to) : null
  const data = given.data ?? given.input ?? '0x'
  const value = given.value ?? '0x0'
  const target = { account: from, ...(to ? { to } : {}), data, value: BigInt(value) }
  const chainId = evmChainId(scope)
  const gas = given.gas ?? given.gasLimit
  const next = nextNonce()
  next.catch(() => {}) // reported below
  const completed = await complete(client, {
    from,
    chainId,
    nonce: async () => (given.nonce === undefined ? next : Number(BigInt(given.nonce))),
    gas: async () => (gas === undefined ? withReserve(await estimateGas(client, target)) : BigInt(gas)),
    fees: () => feesOf(given, client),
  })
  return {
    request: {
      kind: 'evmTransaction',
      signer: from,
      chainId,
      nonce: completed.nonce,
      to,
      value,
      data,
      ...completed.price,
      accessList: given.accessList ?? [],
    },
    fee: completed.fee,
    warnings: [...completed.warnings, ...warnOfNonce(completed.nonce, await next)],
  }
}

/** A signed transaction with a later nonce can be kept, and sent when it suits its holder. */
function warnOfNonce(nonce: number, next: number): readonly Warning[] {
  if (nonce === next) return []
  return [nonce > next ? 'takesEffectLater' : 'replacesOther']
}

interface ToComplete {
  readonly from: Address
  readonly chainId: number
  readonly nonce: () => Promise<number>
  readonly gas: () => Promise<bigint>
  readonly fees: () => Promise<Fees>
}

/** The values that every transaction needs: requested in parallel, and checked together. */
export async function complete(client: Client, { from, chainId, ...ask }: ToComplete) {
  const [nonce, gas, fees, block, balance] = await Promise.all([
    ask.nonce(),
    ask.gas(),
    ask.fees(),
    getBlock(client, { blockTag: 'latest' }),
    getBalance(client, { address: from }).catch(() => undefined),
  ])
  if (!Number.isSafeInteger(nonce)) throw new AirlockError('BAD_SHAPE', { message: 'eth_sendTransaction: nonce' })
  if (block.baseFeePerGas === null)
    throw new AirlockError('NOT_AVAILABLE', { message: 'The network has no EIP-1559 fees.' })
  const base = block.baseFeePerGas
  const perGas = base + fees.priority
  const most = gas * fees.most
  return {
    nonce,
    price: {
      gas: numberToHex(gas),
      maxFeePerGas: numberToHex(fees.most),
      maxPriorityFeePerGas: numberToHex(fees.priority),
    },
    fee: { expected: gas * (perGas < fees.most ? perGas : fees.most), most },
    warnings: warnOfFee({ chainId, base, tip: fees.priority, most, balance }),
  }
}

/** Whether the page gives a nonce. It is never changed, because it may be meant to replace another transaction. */
export function namesNonce(params: unknown): boolean {
  const parsed = z.safeParse(SentTransactionParams, params)
  return parsed.success && parsed.data[0].nonce !== undefined
}

function readParams(params: unknown, account: string, scope: Caip2): Given {
  const parsed = z.safeParse(SentTransactionParams, params)
  if (!parsed.success) throw new AirlockError('BAD_SHAPE', { message: 'eth_sendTransaction: invalid params' })
  const [given] = parsed.data
  const refuse = (what: string): never => {
    throw new AirlockError('BAD_SHAPE', { message: `eth_sendTransaction: ${what}` })
  }
  if (given.from !== undefined && given.from.toLowerCase() !== account.toLowerCase())
    throw new AirlockError('UNAUTHORIZED', { message: 'eth_sendTransaction: from is not the account' })
  if (given.chainId !== undefined && BigInt(given.chainId) !== BigInt(evmChainId(scope)))
    refuse('chainId is not the network')
  if (given.data !== undefined && given.input !== undefined && given.data.toLowerCase() !== given.input.toLowerCase())
    refuse('data and input differ')
  if (given.gas !== undefined && given.gasLimit !== undefined && BigInt(given.gas) !== BigInt(given.gasLimit))
    refuse('gas and gasLimit differ')
  if ((given.data ?? given.input ?? '0x').length % 2 !== 0) refuse('data is half a byte short')
  // Mixed case is a checksum, which detects typing errors.
  if (given.to && !checkedAddress(given.to)) refuse('to has a wrong checksum')
  if (given.accessList?.some(({ address }) => !checkedAddress(address))) refuse('accessList has a wrong checksum')
  if (!given.to && (given.data ?? given.input ?? '0x') === '0x') refuse('neither recipient nor code')
  // Delegating the account would need a separate kind of approval.
  if (given.authorizationList && given.authorizationList.length > 0)
    throw new AirlockError('NOT_AVAILABLE', { message: 'eth_sendTransaction: authorizationList' })
  return given
}

/** In wei per gas. */
interface Fees {
  readonly most: bigint
  readonly priority: bigint
}

export async function feesOf(given: Given, client: Client): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice } = given
  if (gasPrice !== undefined && maxFeePerGas === undefined)
    return { most: BigInt(gasPrice), priority: BigInt(gasPrice) }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined) {
    const [most, priority] = [BigInt(maxFeePerGas), BigInt(maxPriorityFeePerGas)]
    if (priority <= most) return { most, priority }
    throw new AirlockError('BAD_SHAPE', { message: 'eth_sendTransaction: maxPriorityFeePerGas is above maxFeePerGas' })
  }
  const estimated = await estimateFeesPerGas(client, { chain: client.chain, type: 'eip1559' })
  const most = maxFeePerGas === undefined ? estimated.maxFeePerGas : BigInt(maxFeePerGas)
  const priority = maxPriorityFeePerGas === undefined ? estimated.maxPriorityFeePerGas : BigInt(maxPriorityFeePerGas)
  if (maxFeePerGas === undefined) return { most: most < priority ? priority : most, priority }
  return { most, priority: priority > most ? most : priority }
}

export const asHex = (data: string): Hex => `0x${data.slice(2)}`
