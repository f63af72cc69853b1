/**
 * A second source of swaps: an aggregator API in the form of 0x's version 2, with the operator's key. Clients cannot decode its calls, so
 * it is used only for callers that accept any router.
 */
import { Amount, nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { EvmAddress, Hex } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { addressAt, fetchJson } from '../http/read-bounded.ts'
import { swapRefusals } from './refusals.ts'
import type { AggregatorSettings, SwapFee } from './settings.ts'
import { isSame, type Plan, type Side, type SwapSource } from './source.ts'

const timeoutMs = 8_000
const maxBytes = 512 * 1024

const None = z.object({ liquidityAvailable: z.literal(false) })
const Price = z.object({
  liquidityAvailable: z.literal(true),
  buyAmount: Amount,
  minBuyAmount: Amount,
  gas: z.optional(z.nullable(Amount)),
  allowanceTarget: z.optional(z.nullable(EvmAddress)),
  fees: z.optional(
    z.object({ integratorFee: z.optional(z.nullable(z.object({ amount: Amount, token: EvmAddress }))) }),
  ),
})
const Quote = z.extend(Price, {
  transaction: z.object({
    to: EvmAddress,
    data: Hex.check(z.maxLength(128 * 1024)),
    value: Amount,
    gas: z.optional(z.nullable(Amount)),
  }),
})

export function createAggregator(
  chainId: number,
  { url, key, spender }: AggregatorSettings,
  fee: SwapFee | undefined,
): SwapSource {
  return {
    async quote({ from, to, amount, account, slippageBps, isFirm, routers, signal }) {
      if (routers !== 'any') return undefined
      const query = {
        chainId: String(chainId),
        sellToken: nameOf(from),
        buyToken: nameOf(to),
        sellAmount: amount.toString(),
        slippageBps: String(slippageBps),
        ...(account && { taker: account }),
        ...(fee && { swapFeeBps: String(fee.bps), swapFeeRecipient: fee.recipient, swapFeeToken: nameOf(to) }),
      }
      const address = addressAt(url, `swap/allowance-holder/${isFirm ? 'quote' : 'price'}`, query)
      const headers = { '0x-api-key': key, '0x-version': 'v2' }
      const answer = await fetchJson(address, { name: 'The aggregator', headers, timeoutMs, maxBytes, signal })
      if (None.safeParse(answer).success) return undefined
      const price = z.parse(Price, answer)
      // Never propose an allowance for a contract that the operator has not configured.
      if (!from.isNative && !isSame(price.allowanceTarget ?? '', spender)) return undefined
      const transaction = isFirm ? z.parse(Quote, answer).transaction : undefined
      const taken = price.fees?.integratorFee
      const plan: Plan = {
        received: BigInt(price.buyAmount),
        route: [{ kind: 'aggregator', tokenIn: nameOf(from), tokenOut: nameOf(to), venue: new URL(url).hostname }],
        router: transaction?.to ?? spender,
        spender: from.isNative ? undefined : spender,
        gas: BigInt(transaction?.gas ?? price.gas ?? 0),
        gasInTo: undefined,
        impactBps: undefined,
        fee: fee && taken ? { bps: fee.bps, amount: taken.amount, recipient: fee.recipient } : undefined,
        isTaxed: false,
        build: ({ minimum }) => {
          if (!transaction) throw new Error('A price has no call')
          if (BigInt(price.minBuyAmount) < minimum) throw swapRefusals.priceMoved()
          const value = from.isNative ? amount : 0n
          if (BigInt(transaction.value) !== value) throw swapRefusals.down()
          return { to: transaction.to, data: transaction.data, value }
        },
      }
      return plan
    },
  }
}

const nameOf = ({ token, isNative }: Side): `0x${string}` => (isNative ? nativeToken : token)
