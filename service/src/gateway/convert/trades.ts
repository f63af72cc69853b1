/** Quotes, and the swap transactions built from them. */
import { type BuildRequest, type BuiltSwap, type Quotes, wholeBps } from '@airlock/protocol/gateway/convert.ts'
import { type Hex, hexToBigInt } from 'viem'
import type { Asked } from '../http/serve.ts'
import { hexOf } from '../nodes/json-rpc.ts'
import { readAccount } from './assets.ts'
import { type Markets, sidesOf } from './desk.ts'
import type { Market } from './market.ts'
import { orDown, swapRefusals } from './refusals.ts'
import type { Plan, SwapCall } from './source.ts'

/** Limits of the hosted API and the specification. */
const defaultSlippageBps = 100
const quoteMs = 30_000
/** Time until a signed swap expires. */
const deadlineSeconds = 20 * 60

export function createTrades(markets: Markets, now: () => number) {
  return {
    /** @throws {GatewayRefusal} 400, 503 */
    async quotes({ signal, userAddress, gasPrice, slippageBps, ...asked }: Asked<'quotes'>): Promise<Quotes> {
      const { market, from, to, chainId } = sidesOf(markets, asked)
      const slippage = Math.min(Number(slippageBps ?? defaultSlippageBps), wholeBps / 2)
      const plan = await market.best({
        from,
        to,
        amount: BigInt(asked.amount),
        account: userAddress === undefined ? undefined : readAccount(userAddress, chainId),
        gasPrice: gasPrice === undefined ? undefined : BigInt(gasPrice),
        slippageBps: slippage,
        routers: asked.routers ?? 'default',
        isFirm: false,
        signal,
      })
      const { received, route, router, spender, fee, gas, gasInTo, impactBps, isTaxed } = plan
      return {
        quotes: [
          {
            id: null,
            fromAmount: asked.amount,
            fromAccount: asked.from,
            toAmount: received.toString(),
            toAccount: asked.to,
            minimumAmount: minimumOf(plan, slippage).toString(),
            ...(impactBps !== undefined && { priceImpactBps: impactBps }),
            route: [...route],
            router,
            ...(spender && { spender }),
            ...(fee && { fee }),
            gas: gas.toString(),
            ...(gasInTo !== undefined && { gasInTo: gasInTo.toString() }),
            isTaxed,
            expiresAt: now() + quoteMs,
          },
        ],
      }
    },

    /** @throws {GatewayRefusal} 400, 503 */
    async buildSwap(request: BuildRequest & { readonly signal: AbortSignal }): Promise<BuiltSwap> {
      const { eip155, signal, disableEstimate } = request
      if (!eip155) throw swapRefusals.noSlippage()
      if (eip155.permit !== undefined) throw swapRefusals.noPermit()
      const { market, from, to, chainId } = sidesOf(markets, request)
      const account = readAccount(request.userAddress, chainId)
      const slippageBps = eip155.slippageBps ?? eip155.slippage * 100
      const plan = await market.best({
        from,
        to,
        amount: BigInt(request.amount),
        account,
        gasPrice: undefined,
        slippageBps,
        routers: request.routers ?? 'default',
        isFirm: true,
        signal,
      })
      const minimum = request.minimumAmount === undefined ? minimumOf(plan, slippageBps) : BigInt(request.minimumAmount)
      if (minimum === 0n) throw swapRefusals.noAmount()
      if (minimum > plan.received) throw swapRefusals.priceMoved()
      const deadline = Math.floor(now() / 1_000) + deadlineSeconds
      const call = plan.build({ account, minimum, deadline: BigInt(deadline) })
      const [{ standard }, gas] = await Promise.all([
        orDown(market.gasPrices(), signal),
        disableEstimate ? plan.gas : estimate(market, account, call, signal),
      ])
      return {
        tx: {
          from: `${chainId}:${account}`,
          to: `${chainId}:${call.to}`,
          data: call.data,
          amount: plan.received.toString(),
          value: call.value.toString(),
          eip155: { gas: withMargin(gas, plan.route.length).toString(), gasPrice: standard.toString() },
          minimumAmount: minimum.toString(),
          ...(plan.spender && { spender: plan.spender }),
          ...(plan.fee && { fee: plan.fee }),
          deadline,
        },
      }
    },
  }
}

const minimumOf = ({ received, route }: Plan, slippageBps: number): bigint =>
  // One to one: the price cannot change.
  route.every(({ kind }) => kind === 'wrap' || kind === 'unwrap')
    ? received
    : (received * BigInt(wholeBps - slippageBps)) / BigInt(wholeBps)

/**
 * A pool updates its clock in the first swap of a block. An estimate in the same block as its last swap misses that cost, and the
 * transaction would run out of gas in the next block.
 */
const clockGas = 25_000n
const withMargin = (gas: bigint, pools: number): bigint => (gas * 11n + 9n) / 10n + BigInt(pools) * clockGas

/** @throws {GatewayRefusal} 400 when the node says that it would fail */
async function estimate({ nodes }: Market, from: Hex, call: SwapCall, signal: AbortSignal): Promise<bigint> {
  const { to, data, value } = call
  const params = [{ from, to, data, value: `0x${value.toString(16)}` }]
  const [outcome] = await orDown(nodes.send([{ method: 'eth_estimateGas', params }], signal), signal)
  const result = hexOf(outcome)
  if (!result || result.length > 18) throw swapRefusals.wouldFail()
  return hexToBigInt(result)
}
