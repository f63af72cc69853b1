/** What the swap form amounts to: the amount in units, the fee, and the first problem. */

import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { atom } from 'jotai'
import { feeOf } from '../../../../shared/chains/eip155/fees.ts'
import type { Cost } from '../../../../shared/chains/sending.ts'
import { toExactDecimals } from '../../../../shared/format/amount.ts'
import { type ReadAmount, readAmount } from '../../../../shared/format/amount-input.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { isContract } from '../../embedded/state/account-type.ts'
import { maxOf } from '../../send/state/send-rules.ts'
import {
  type Quoted,
  quotedAtom,
  type SwapChoice,
  type SwapDraft,
  type SwapFacts,
  type SwapQuote,
  swapDraftAtom,
  swapFactsAtom,
} from './swap.ts'
import { keptGas, type SwapProblem, swapProblemOf } from './swap-rules.ts'

export interface SwapForm {
  readonly network: Network
  /** What the field shows. */
  readonly text: string
  /** `undefined` if it cannot be read, because the decimals are not known yet. */
  readonly amount: ReadAmount | undefined
  /** `undefined` until the network has answered. */
  readonly decimals: { readonly from: number | undefined; readonly to: number | undefined }
  /** `undefined` if not known yet, or known to the wallet only. */
  readonly fee: Cost | undefined
  /** The part of the currency that is kept for the fee when everything is swapped; `undefined` if none is. */
  readonly kept: bigint | undefined
  readonly problem: SwapProblem | undefined
  /** The wallet is on another network. */
  readonly mustSwitch: boolean
}

export const swapFormAtom = atom((get): SwapForm | undefined => {
  const draft = get(swapDraftAtom)
  const connection = get(activeConnectionAtom)
  const network = get(networksAtom).find(({ id }) => id === draft?.chainId)
  if (!draft || !connection || !network) return undefined
  return readSwapForm({ draft, connection, network, facts: get(swapFactsAtom), quoted: get(quotedAtom) })
})

export interface FilledSwap {
  readonly draft: SwapDraft
  readonly connection: Pick<Connected, 'chainId' | 'accountType' | 'details'>
  readonly network: Network
  readonly facts: SwapFacts
  readonly quoted: Quoted
}

export const isCurrency = (choice: SwapChoice | undefined): boolean => choice?.address === nativeToken

/** A pool writes its clock with its first swap in a block; an estimate at the time of its last swap does not include that. */
const clockGas = 25_000n
const usualPools = 2
const clocksOf = ({ route }: Pick<SwapQuote, 'route'>): bigint => BigInt(route.length || usualPools) * clockGas
/** A fifth more, because the state may change between the estimate and the block. */
export const withMargin = (gas: bigint, quote: Pick<SwapQuote, 'route'>): bigint => (gas * 6n) / 5n + clocksOf(quote)
export const withoutMargin = (gas: bigint, quote: Pick<SwapQuote, 'route'>): bigint =>
  ((gas - clocksOf(quote)) * 5n) / 6n

export function readSwapForm({ draft, connection, network, facts, quoted }: FilledSwap): SwapForm {
  const ready = facts.status === 'ready' ? facts : undefined
  const ofCurrency = (choice: SwapChoice | undefined) => (isCurrency(choice) ? network.currency.decimals : undefined)
  const decimals = {
    from: ready?.from.decimals ?? ofCurrency(draft.from),
    to: ready?.to?.decimals ?? ofCurrency(draft.to),
  }
  const quote = quoted.status === 'ready' ? quoted.quote : undefined
  const gas = quote?.gas
  const gasPrice = ready?.gasPrice
  const isSponsored = isContract(connection)
  const isOfCurrency = isCurrency(draft.from)
  const kept = keptGas(gas) * (gasPrice?.most ?? 0n)
  const most =
    draft.isMax && ready && (gasPrice || !isOfCurrency || isSponsored)
      ? maxOf({
          balance: ready.from.balance,
          fee: kept,
          isCurrency: isOfCurrency,
          isSponsored,
        })
      : undefined
  const read = (): ReadAmount | undefined => {
    if (most !== undefined) return { value: most }
    if (draft.typed === '' && !draft.isMax) return { problem: 'empty' }
    return decimals.from === undefined ? undefined : readAmount(draft.typed, decimals.from)
  }
  const amount = read()
  const fee = quote && gas !== undefined && gasPrice ? feeOf(gasPrice, withMargin(gas, quote)) : undefined
  return {
    network,
    text: most === undefined || decimals.from === undefined ? draft.typed : toExactDecimals(most, decimals.from),
    amount,
    decimals,
    fee,
    kept: most !== undefined && isOfCurrency && !isSponsored ? kept : undefined,
    problem: swapProblemOf({
      areDecimalsKnown: decimals.to !== undefined,
      isNetworkGone: facts.status === 'failed',
      hasBoth: draft.from !== undefined && draft.to !== undefined,
      isCurrency: isOfCurrency,
      amount,
      balance: ready?.from.balance,
      currency: ready?.currency,
      fee: fee?.most,
      isSponsored,
      quoted,
    }),
    mustSwitch: connection.chainId !== draft.chainId,
  }
}
