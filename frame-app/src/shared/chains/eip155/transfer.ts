/** Builds the transaction that moves a network's own currency, or an ERC-20 token. */
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { toQuantity } from './fees.ts'

/** The answer is not decoded: some tokens return nothing (`isMoved`). */
const abi = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: '_to', type: 'address' },
      { name: '_value', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

/** Contracts of USDT, by network, which return nothing. Compared in lower case. */
const usdtForms: ReadonlySet<string> = new Set([
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
  '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7',
  '0x919c1c267bc06a7039e03fcc2ef738525769109c',
  '0x48065fbbe25f71c9282ddf5e1cd6d6a887483d5e',
  '0x55d398326f99059ff775485246999027b3197955',
  '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
])

export const hasUsdtForm = (token: string): boolean => usdtForms.has(token.toLowerCase())

export interface EvmTransfer {
  readonly from: Address
  readonly to: Address
  /** Contract of the token; `undefined`: the network's own currency. */
  readonly token: Address | undefined
  /** In the smallest unit. */
  readonly units: bigint
}

/** As `eth_call`, `eth_estimateGas` and `eth_sendTransaction` take it. */
export interface EvmCall {
  readonly from: Address
  readonly to: Address
  readonly value: Hex
  readonly data: Hex
}

export const maxUnits = 2n ** 256n - 1n

/** @throws RangeError for an amount that no transfer can have */
export function buildTransfer({ from, to, token, units }: EvmTransfer): EvmCall {
  if (units <= 0n || units > maxUnits) throw new RangeError('This is no amount.')
  if (token === undefined) return { from, to, value: toQuantity(units), data: '0x' }
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, units] })
  return { from, to: token, value: '0x0', data }
}

/**
 * Whether a `transfer` call that did not revert has moved the tokens. The standard returns true; USDT-like and some old tokens return
 * nothing.
 */
export function isMoved(token: string, answer: string): boolean {
  if (hasUsdtForm(token) || answer === '0x') return true
  return /^0x0*1$/.test(answer) && answer.length >= 66
}
