/**
 * Problems of a swap before it can be reviewed, in the specified order, and what it may cost. Pure; amounts are in
 * the smallest unit.
 */
import { wholeBps } from '@airlock/protocol/gateway/convert.ts'
import type { ReadAmount } from '../../../../shared/format/amount-input.ts'
import type { Quoted, QuoteTrouble } from './swap.ts'

export type SwapProblem = 'selectToken' | 'enterAmount' | 'incorrectValue' | 'funds' | 'gas' | 'loading' | QuoteTrouble

export interface JudgedSwap {
  readonly hasBoth: boolean
  /** The network's own currency is given, which also pays the fee. */
  readonly isCurrency: boolean
  /** `undefined` if not known yet. */
  readonly amount: ReadAmount | undefined
  /** Of the token that is given; `undefined` if not known yet. */
  readonly balance: bigint | undefined
  /** Of the network's currency; `undefined` if not known yet. */
  readonly currency: bigint | undefined
  /** The most that the transaction may cost; `undefined` if not known yet. */
  readonly fee: bigint | undefined
  /** The account does not pay for its transactions, or pays in another way (specification §5). */
  readonly isSponsored: boolean
  /** Of the received token: without them its amount cannot be shown. */
  readonly areDecimalsKnown: boolean
  /** No node has answered. */
  readonly isNetworkGone: boolean
  readonly quoted: Quoted
}

/** What the button shows instead of "Review swap". */
export function swapProblemOf(judged: JudgedSwap): SwapProblem | undefined {
  const { hasBoth, amount, balance, quoted } = judged
  if (!hasBoth) return 'selectToken'
  if (!amount) return 'loading'
  if ('problem' in amount) return amount.problem === 'empty' ? 'enterAmount' : 'incorrectValue'
  if (amount.value === 0n) return 'enterAmount'
  if (balance !== undefined && amount.value > balance) return 'funds'
  if (lacksGas(judged, amount.value)) return 'gas'
  if (quoted.status === 'failed') return quoted.why
  if (!judged.areDecimalsKnown) return judged.isNetworkGone ? 'network' : 'loading'
  return quoted.status === 'ready' ? undefined : 'loading'
}

function lacksGas({ isSponsored, isCurrency, currency, fee }: JudgedSwap, amount: bigint): boolean {
  if (isSponsored || currency === undefined) return false
  return currency === 0n || currency < (isCurrency ? amount : 0n) + (fee ?? 0n)
}

/** Gas that is kept aside before a route is known, and the steps in which it grows, so that a changing price does not change the amount. */
const usualGas = 400_000n
const gasStep = 200_000n

/** @param gas estimate of the last quote */
export function keptGas(gas: bigint | undefined): bigint {
  const wanted = ((gas ?? 0n) * 3n) / 2n
  return wanted <= usualGas ? usualGas : ((wanted + gasStep - 1n) / gasStep) * gasStep
}

/** In hundredths of a percent: more than most users expect (`caution`), and more than any user wants (`negative`). */
export const impactLimits = { caution: 300, negative: 1_000 } as const
export type ImpactTone = keyof typeof impactLimits

export const impactToneOf = (bps: number | undefined): ImpactTone | undefined => {
  if (bps === undefined || bps < impactLimits.caution) return undefined
  return bps < impactLimits.negative ? 'caution' : 'negative'
}

/** Choices, in hundredths of a percent; 1 % is the specification's. */
export const slippageChoices = [50, 100, 300] as const
export const defaultSlippageBps = 100
/** In hundredths of a percent. Above `most`, a front runner will take the difference; below `least`, the swap will fail. */
export const usualSlippage = { least: 10, most: 500 } as const

const percentPlaces = 2

/** Reads percents such as `0.5`. @returns hundredths of a percent, at most half; `undefined` for any other text */
export function readSlippage(text: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,2})(?:\.(\d{0,2}))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const bps = Number(whole) * 100 + Number(fraction.padEnd(percentPlaces, '0'))
  return bps >= 1 && bps <= wholeBps / 2 ? bps : undefined
}

/** `50` → `0.5`. */
export const toPercent = (bps: number): string => String(bps / 100)
