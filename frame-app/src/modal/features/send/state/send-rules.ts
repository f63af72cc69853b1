/**
 * Problems of a payment before it can be reviewed, in the specified order, and the largest amount that can be sent.
 * Pure; amounts are in the smallest unit.
 */
import type { ReadAmount } from '../../../../shared/format/amount-input.ts'

/** In the order of the button's labels: if several apply, the last one is shown. */
const order = [
  'looking',
  'invalidAddress',
  'addAddress',
  'gas',
  'funds',
  'addAmount',
  'incorrectValue',
  'selectToken',
] as const
export type SendProblem = (typeof order)[number]

export interface Judged {
  readonly hasToken: boolean
  /** The token is the network's own currency, which pays the fee too. */
  readonly isCurrency: boolean
  readonly amount: ReadAmount
  /** Of the token; `undefined` if not known yet. */
  readonly balance: bigint | undefined
  /** Of the network's currency; `undefined` if not known, which counts as none. */
  readonly currency: bigint | undefined
  /** The most that the transaction may cost, in the network's currency; `undefined` if not known yet. */
  readonly fee: bigint | undefined
  /** The account does not pay for its transactions, or pays in another way (specification §5). */
  readonly isSponsored: boolean
  /** `looking`: not known yet. */
  readonly recipient: 'none' | 'looking' | 'invalid' | 'valid'
}

/** What the button shows instead of "Preview Send". */
export function problemOf(judged: Judged): SendProblem | undefined {
  const { amount, balance, recipient } = judged
  const applies: Readonly<Record<SendProblem, boolean>> = {
    looking: recipient === 'looking',
    invalidAddress: recipient === 'invalid',
    addAddress: recipient === 'none',
    gas: lacksGas(judged),
    funds: 'value' in amount && balance !== undefined && amount.value > balance,
    addAmount: 'problem' in amount && amount.problem === 'empty',
    incorrectValue: 'problem' in amount ? amount.problem !== 'empty' : amount.value === 0n,
    selectToken: !judged.hasToken,
  }
  return order.findLast((problem) => applies[problem])
}

function lacksGas({ isSponsored, isCurrency, currency, fee, amount }: Judged): boolean {
  if (isSponsored) return false
  const spent = isCurrency && 'value' in amount ? amount.value : 0n
  return !currency || currency < spent + (fee ?? 0n)
}

/** How much of the network's currency is missing for the fee; zero if none is. */
export function missingForGas(judged: Judged): bigint {
  const { isCurrency, currency = 0n, fee = 0n, amount } = judged
  const spent = isCurrency && 'value' in amount ? amount.value : 0n
  return lacksGas(judged) ? spent + fee - currency : 0n
}

/** The most that can be sent, without the fee. Zero if the fee takes everything. */
export function maxOf({ balance, fee, isCurrency, isSponsored }: Max): bigint {
  const kept = isCurrency && !isSponsored ? fee : 0n
  return balance > kept ? balance - kept : 0n
}
interface Max extends Pick<Judged, 'isCurrency' | 'isSponsored'> {
  readonly balance: bigint
  readonly fee: bigint
}
