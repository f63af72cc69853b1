/**
 * Lets the gateway build a swap, checks that it does what is shown, and asks the network for its cost and effects. Prices and gas limits of
 * the gateway are not used.
 */

import { AirlockError } from '@airlock/protocol/errors.ts'
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { Quantity } from '@airlock/protocol/scalars/values.ts'
import { type Address, getAddress } from 'viem'
import * as z from 'zod/mini'
import { feeOf, toQuantity } from '../../../shared/chains/eip155/fees.ts'
import { dataFee, readPrice } from '../../../shared/chains/eip155/network-fees.ts'
import { type ReviewSimulation, simulateReview } from '../../../shared/chains/eip155/review.ts'
import { latestBlock } from '../../../shared/chains/eip155/simulation.ts'
import type { EvmCall } from '../../../shared/chains/eip155/transfer.ts'
import { type Ask, takesMore } from '../../../shared/chains/sending.ts'
import { statusOf } from '../../../shared/http/bounded.ts'
import { checkSwap } from '../../../shared/swap/check.ts'
import type { Call } from '../../../shared/swap/decode.ts'
import { swapNetworkOf } from '../../../shared/swap/networks.ts'
import { fetchBuiltSwap } from '../../core/api/convert.ts'
import { refusalOf } from '../../core/api/gateway-call.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { networksAtom } from '../../session/state/network.ts'
import type { Allowance, ReadySwap, ReviewTrouble, SwapDraft, SwapQuote } from './state/swap.ts'
import { withMargin } from './state/swap-form.ts'
import { contractOf } from './state/swappable.ts'

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
    const call = toSend(account, checked.call)
    const [gas, published, price, block] = await Promise.all([
      allowance ? undefined : gasOf(ask, call, quote),
      allowance ? undefined : dataFee(ask, network, call),
      allowance ? readPrice(ask).catch(() => undefined) : readPrice(ask),
      latestBlock(ask),
    ])
    const gasPrice = allowance ? undefined : price
    const fee = gas !== undefined && gasPrice ? feeOf(gasPrice, gas, published ?? 0n) : undefined
    const simulation = await simulateReview(ask, {
      account,
      calls: [
        ...(allowance?.calls ?? []).map((allowing) => toSend(account, allowing)),
        { ...call, gas: gas === undefined ? undefined : toQuantity(gas) },
      ],
      price,
      block,
      given: contractOf(from),
      arriving: { token: contractOf(to), at: account },
    })
    const ready = { account, quote, call: checked.call, allowance, gas, gasPrice, fee, simulation }
    return contradictionOf(simulation, quote) ?? ready
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'ABORTED') throw error
    return reviewTroubleOf(error)
  }
}

/** Reports a simulation that does something else than the screen shows. */
export function contradictionOf(
  simulation: ReviewSimulation,
  { from, amount, minimum }: Pick<SwapQuote, 'from' | 'amount' | 'minimum'>,
): ReviewTrouble | undefined {
  if (simulation.status !== 'works' && simulation.status !== 'runs') return undefined
  if (takesMore(simulation.leaves, contractOf(from), amount)) return 'lies'
  return simulation.status === 'works' && simulation.arrives < minimum ? 'less' : undefined
}

export const toSend = (from: Address, { to, data, value }: Call) => ({ from, to, data, value: toQuantity(value) })

function reviewTroubleOf(error: unknown): ReviewTrouble {
  if (statusOf(error) !== 400) return 'network'
  return /price has changed/i.test(refusalOf(error)?.description ?? '') ? 'moved' : 'noRoute'
}

/** `undefined` if it would fail, which the simulation reports as well. @throws AirlockError NETWORK */
async function gasOf(ask: Ask, call: EvmCall, quote: SwapQuote): Promise<bigint | undefined> {
  try {
    const read = z.safeParse(Quantity, await ask('eth_estimateGas', [{ ...call }]))
    return read.success ? withMargin(BigInt(read.data), quote) : undefined
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'NETWORK') throw error
    return undefined
  }
}
