/** Payments on EVM networks: the currency, and ERC-20 tokens. A lazy chunk. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { Hash32, Hex as HexText, Quantity } from '@airlock/protocol/scalars/values.ts'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'
import { askTwo } from '../agreement.ts'
import type { Ask, Payment, PaymentSimulation, SendDriver } from '../sending.ts'
import { feeOf, type GasPrice, priceFields, toQuantity } from './fees.ts'
import { knownToken } from './known-tokens.ts'
import { dataFee, readPrice } from './network-fees.ts'
import { simulateReview } from './review.ts'
import { type Block, latestBlock, type SimulatedCall } from './simulation.ts'
import { buildTransfer, type EvmCall, isMoved } from './transfer.ts'

/** Gas of a transfer between accounts without code. */
const plainGas = 21_000n
/** Typical gas of a token transfer; only for the estimate before a recipient is known. */
const tokenGas = 100_000n
/** Margin in percent: the state may change between the estimate and the block. */
const withMargin = (gas: bigint): bigint => (gas === plainGas ? gas : (gas * 6n) / 5n)

const form = /^0x[0-9a-fA-F]{40}$/
/** At most 36 decimals; tokens with more are rejected. */
const maxDecimals = 36

/** They decide which amount the typed one is: from our own table, or as two nodes say. */
async function decimalsOf(nodes: readonly Ask[], chainId: Caip2, token: Address): Promise<number> {
  const known = knownToken(chainId, token)
  if (known) return known.decimals
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
  const said = await askTwo(nodes, async (ask) => Number(await readWord(ask, token, data)))
  if (said.status !== 'agreed')
    throw new AirlockError('NETWORK', { message: 'The nodes do not agree on the decimals of the token.' })
  if (said.answer > maxDecimals) throw new AirlockError('NETWORK', { message: 'The token has no usual decimals.' })
  return said.answer
}

export const eip155Sending: SendDriver = {
  isAddress: (text) => form.test(text),

  async holding(ask, network, account, asset, each = []) {
    const currency = await readQuantity(ask('eth_getBalance', [account, 'latest']))
    if (asset === undefined) return { balance: currency, decimals: network.currency.decimals, currency }
    const token = asset as Address // by the form of the list
    const [balance, decimals] = await Promise.all([
      readWord(
        ask,
        token,
        encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account as Address] }),
      ),
      decimalsOf(each.length > 0 ? each : [ask], network.id, token),
    ])
    return { balance, decimals, currency }
  },

  async usualCost(ask, network, account, asset) {
    const price = await readPrice(ask)
    if (!price) return undefined
    const to = account as Address
    const call = buildTransfer({ from: to, to, token: asset as Address | undefined, units: 1n })
    const gas = asset === undefined ? await gasOf(ask, call).catch(() => plainGas) : tokenGas
    return feeOf(price, gas, await dataFee(ask, network, call))
  },

  async inspect(ask, address) {
    const code = z.safeParse(HexText, await ask('eth_getCode', [address, 'latest']).catch(() => '0x'))
    return {
      hasChecksum: hasChecksum(address),
      // An account that delegates to a contract (EIP-7702) still has a key.
      isContract: code.success && code.data !== '0x' && !code.data.startsWith('0xef0100'),
      isOffCurve: false,
    }
  },

  async quote(ask, network, payment, most) {
    const price = await readPrice(ask)
    const asked = toCall(payment)
    const [gas, data, block] = await Promise.all([
      estimateOf(ask, most ? toCall({ ...payment, units: 1n }) : asked),
      dataFee(ask, network, asked),
      latestBlock(ask),
    ])
    const fee = price && gas !== undefined ? feeOf(price, gas, data) : undefined
    const isLess = most && payment.asset === undefined
    if (isLess && !fee) throw new AirlockError('NETWORK', { message: 'The fee is not known.' })
    const units = isLess && fee ? payment.units - fee.most : payment.units
    if (units <= 0n) throw new AirlockError('NOT_AVAILABLE', { message: 'The fee takes the whole balance.' })
    const made: Payment = { ...payment, units }
    const call = toCall(made)
    const limit = gas === undefined ? {} : { gas: toQuantity(gas) }
    const simulation = await simulatePayment(ask, made, { call: { ...call, ...limit }, price, block })
    return {
      payment: made,
      fee,
      deposit: 0n,
      withheld: 0n,
      simulation: simulation.status === 'unknown' && gas === undefined ? { status: 'fails', reason: '' } : simulation,
      request: {
        method: 'eth_sendTransaction',
        params: [{ ...call, ...limit, ...(price && priceFields(price)) }],
      },
    }
  },

  /** The shown fee is kept as long as the network would still accept it. */
  agree(shown, fresh) {
    if (fresh.simulation.status === 'fails' && shown.simulation.status !== 'fails') return undefined
    if (!shown.fee || !fresh.fee) return shown.fee === fresh.fee ? shown.request : undefined
    return fresh.fee.expected <= shown.fee.most ? shown.request : undefined
  },

  readId(answer) {
    const read = z.safeParse(Hash32, answer)
    return read.success ? read.data : undefined
  },
}

async function simulatePayment(
  ask: Ask,
  { asset, to, from, units }: Payment,
  { call, price, block }: { call: SimulatedCall; price: GasPrice | undefined; block: Block | undefined },
): Promise<PaymentSimulation> {
  const token = asset as Address | undefined // by the form of the list
  const simulation = await simulateReview(ask, {
    account: from as Address, // by its connection
    calls: [call],
    price,
    block,
    given: token,
    arriving: { token, at: to as Address }, // by `isAddress`
    ...(token !== undefined && { isDone: (returned) => isMoved(token, returned) }),
  })
  // It is only known that the payment does not fail.
  return simulation.status === 'runs'
    ? { status: 'works', leaves: [{ asset, units }, ...simulation.leaves], arrives: units }
    : simulation
}

const toCall = ({ from, to, asset, units }: Payment): EvmCall =>
  buildTransfer({
    from: from as Address, // the form was checked: the account by its connection, the others by `isAddress`
    to: to as Address,
    token: asset as Address | undefined,
    units,
  })

/** Text in only upper or lower case has no checksum; otherwise the case is the checksum (EIP-55). */
export function hasChecksum(address: string): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return getAddress(address.toLowerCase() as Address) === address
}

/** `undefined` if the nodes refuse the call. */
async function estimateOf(ask: Ask, call: EvmCall): Promise<bigint | undefined> {
  try {
    return await gasOf(ask, call)
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'NETWORK') throw error
    return undefined
  }
}

async function gasOf(ask: Ask, call: EvmCall): Promise<bigint> {
  return withMargin(await readQuantity(ask('eth_estimateGas', [{ ...call }])))
}

async function readQuantity(answer: Promise<unknown>): Promise<bigint> {
  const read = z.safeParse(Quantity, await answer)
  if (!read.success) throw new AirlockError('NETWORK', { message: 'The node’s answer has another form.' })
  return BigInt(read.data)
}

async function readWord(ask: Ask, to: Address, data: Hex): Promise<bigint> {
  const read = z.safeParse(HexText, await ask('eth_call', [{ to, data }, 'latest']))
  if (!read.success || read.data.length !== 66)
    throw new AirlockError('NETWORK', { message: 'The token’s answer has another form.' })
  return BigInt(read.data)
}
