/** One swap on a local chain, as a client makes it. */
import type { Hex } from 'viem'
import { transact } from '../../../../e2e/world/contracts.ts'
import type { Convert } from '../../../src/gateway/convert/convert.ts'
import { assetOf, holding, type Place, type TokenName, trader } from './place.ts'

const { signal } = new AbortController()

export const addressIn = (text: string): Hex => `0x${text.slice(text.lastIndexOf(':') + 3)}`
export type Order = readonly [from: TokenName, to: TokenName, amount: bigint]

export async function quoteOf(convert: Convert, [from, to, amount]: Order, slippageBps?: string) {
  const { quotes } = await convert.quotes({
    from: assetOf(from),
    to: assetOf(to),
    amount: amount.toString(),
    slippageBps,
    routers: 'known',
    signal,
  })
  const [only] = quotes
  if (!only) throw new Error('no quote')
  return only
}

/** As a client does it: quote, approval of the exact amount, build with the minimum that was shown, send. */
export async function swapOf(place: Place, convert: Convert, order: Order, slippageBps = '100') {
  const [from, to, amount] = order
  const shown = await quoteOf(convert, order, slippageBps)
  const user = `eip155:31337:${trader}`
  if (shown.spender) {
    const { tx } = await convert.buildApproval({
      from: assetOf(from),
      to: assetOf(to),
      userAddress: user,
      amount: amount.toString(),
      spender: shown.spender as Hex,
      signal,
    })
    const token = addressIn(tx.from)
    if (tx.reset) await transact(place.node.rpcUrl, { from: trader, to: token, data: tx.reset })
    await transact(place.node.rpcUrl, { from: trader, to: token, data: tx.data })
  }
  const { tx } = await convert.buildSwap({
    projectId: 'shop',
    from: assetOf(from),
    to: assetOf(to),
    amount: amount.toString(),
    userAddress: user,
    eip155: { slippage: 1 },
    minimumAmount: shown.minimumAmount ?? undefined,
    routers: 'known',
    signal,
  })
  const before = await holding(place, to)
  const receipt = await transact(place.node.rpcUrl, {
    from: trader,
    to: addressIn(tx.to),
    data: tx.data,
    value: `0x${BigInt(tx.value ?? 0).toString(16)}`,
    gas: `0x${BigInt(tx.eip155?.gas ?? 0).toString(16)}`,
  })
  const paid = to === 'native' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
  const received = (await holding(place, to)) - before + paid
  return { shown, tx, received, receipt }
}
