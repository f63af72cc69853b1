/**
 * Lets the gateway build a swap, checks that it does what is shown, and asks the network for its cost and effects. Prices and gas limits of
 * the gateway are not used.
 */

import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { Quantity } from '@airlock/protocol/scalars/values.ts'
import { type Address, getAddress } from 'viem'
import * as z from 'zod/mini'
import { feeOf, toQuantity } from '../../shared/chains/eip155/fees.ts'
import { readPrice } from '../../shared/chains/eip155/market-price.ts'
import { dataFee } from '../../shared/chains/eip155/rollup-fee.ts'
import type { Ask } from '../../shared/chains/sending.ts'
import { statusOf } from '../../shared/http/bounded.ts'
import { checkSwap } from '../../shared/swap/check.ts'
import { type Call, isSame } from '../../shared/swap/decode.ts'
import { forecastSwap, type SwapForecast } from '../../shared/swap/forecast.ts'
import { swapNetworkOf } from '../../shared/swap/networks.ts'
import { fetchBuiltSwap } from '../api/convert.ts'
import { refusalOf } from '../api/gateway-call.ts'
import { networksAtom } from '../state/network.ts'
import type { Allowance, ReadySwap, ReviewTrouble, SwapDraft, SwapQuote } from '../state/swap.ts'
import { withMargin } from '../state/swap-form.ts'
import { askerOf } from './chain-ask.ts'
import type { ModalContext } from './context.ts'
import { gatewayOf } from './gateway.ts'

/** The address of the account that swaps. */
export const swapperOf = ({ account }: SwapDraft): Address => getAddress(parseCaip10(account).address)

/**
 * @param allowance is carried out first, in the same transaction; then only the wallet knows the cost
 * @throws AirlockError ABORTED
 */
export async function prepareSwap(
  context: ModalContext,
  draft: SwapDraft,
  quote: SwapQuote,
  allowance: Allowance | undefined,
  signal: AbortSignal,
): Promise<ReadySwap | ReviewTrouble> {
  const { chainId } = draft
  const service = gatewayOf(context)
  const routers = swapNetworkOf(chainId, context.project)
  const network = context.store.get(networksAtom).find(({ id }) => id === chainId)
  if (!service || !routers || !network) return 'noRoute'
  const account = swapperOf(draft)
  const { amount, minimum, slippageBps, feeBps, from, to } = quote
  try {
    const built = await fetchBuiltSwap(
      service,
      {
        amount: amount.toString(),
        from: `${chainId}:${from}`,
        to: `${chainId}:${to}`,
        userAddress: `${chainId}:${account}`,
        eip155: { slippage: Math.ceil(slippageBps / 100), slippageBps },
        minimumAmount: minimum.toString(),
        // The project's nodes estimate instead.
        disableEstimate: true,
      },
      signal,
    )
    const checked = checkSwap(built, { chainId, account, from, to, amount, minimum, feeBps }, routers, Date.now())
    if ('refused' in checked) return 'lies'
    const ask = await askerOf(context, network, signal)
    const [costs, forecast] = await Promise.all([
      allowance ? unknownCost : costOf(ask, network, account, { call: checked.call, quote }),
      forecastSwap(ask, account, [...(allowance?.calls ?? []), checked.call], to),
    ])
    return contradictionOf(forecast, quote) ?? { account, quote, call: checked.call, allowance, ...costs, forecast }
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'ABORTED') throw error
    return reviewTroubleOf(error)
  }
}

/** Reports a simulation that does something else than the screen shows. */
export function contradictionOf(
  forecast: SwapForecast,
  { from, amount, minimum }: Pick<SwapQuote, 'from' | 'amount' | 'minimum'>,
): ReviewTrouble | undefined {
  if (forecast.status !== 'works') return undefined
  const given = isSame(from, nativeToken) ? undefined : from
  const isOther = forecast.leaves.some(
    ({ asset, units }) => asset?.toLowerCase() !== given?.toLowerCase() || units > amount,
  )
  if (isOther) return 'lies'
  return forecast.arrives < minimum ? 'less' : undefined
}

function reviewTroubleOf(error: unknown): ReviewTrouble {
  if (statusOf(error) !== 400) return 'network'
  return /price has changed/i.test(refusalOf(error)?.description ?? '') ? 'moved' : 'noRoute'
}

const unknownCost = { gas: undefined, gasPrice: undefined, fee: undefined } as const

async function costOf(
  ask: Ask,
  network: Network,
  account: Address,
  { call: { to, data, value }, quote }: { readonly call: Call; readonly quote: SwapQuote },
) {
  const call = { from: account, to, data, value: toQuantity(value) }
  const [gas, gasPrice, published] = await Promise.all([
    gasOf(ask, call, quote),
    readPrice(ask),
    dataFee(ask, network, call),
  ])
  return { gas, gasPrice, fee: gas !== undefined && gasPrice ? feeOf(gasPrice, gas, published) : undefined }
}

/** `undefined` if it would fail, which the forecast reports as well. @throws AirlockError NETWORK */
async function gasOf(ask: Ask, call: Readonly<Record<string, string>>, quote: SwapQuote): Promise<bigint | undefined> {
  try {
    const read = z.safeParse(Quantity, await ask('eth_estimateGas', [{ ...call }]))
    return read.success ? withMargin(BigInt(read.data), quote) : undefined
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'NETWORK') throw error
    return undefined
  }
}
