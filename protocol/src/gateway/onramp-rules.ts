/** Limits of a purchase, and providers' network names. Used by the service and by the modal. */
import { type Caip2, isCaip2 } from '../scalars/caip.ts'
import type { MethodLimit, PaymentCurrency } from './onramp.ts'

/** Exact: the cents of a `Money`, as an integer. */
const cents = (money: string): bigint => {
  const [whole = '0', fraction = ''] = money.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2))
}

/** Coinbase's names of networks of the EVM. */
export const coinbaseNames: Readonly<Partial<Record<Caip2, string>>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:80094': 'berachain',
}

export type AmountProblem = 'low' | 'high'

/** @param amount a `Money` */
export function problemOfAmount(
  amount: string,
  { min, max }: Pick<MethodLimit, 'min' | 'max'>,
): AmountProblem | undefined {
  const paid = cents(amount)
  if (paid < cents(min)) return 'low'
  return paid > cents(max) ? 'high' : undefined
}

/** `undefined`: the currency cannot be paid with that method. */
export const limitOf = (
  currencies: readonly PaymentCurrency[],
  currency: string,
  method: string,
): MethodLimit | undefined =>
  currencies.find(({ id }) => id === currency)?.payment_method_limits.find(({ id }) => id === method)

/** The widest limits of each currency and method, over several providers. */
export function widestLimits(lists: readonly (readonly PaymentCurrency[])[]): PaymentCurrency[] {
  const currencies = new Map<string, Map<string, MethodLimit>>()
  for (const { id, payment_method_limits } of lists.flat()) {
    const methods = currencies.get(id) ?? new Map<string, MethodLimit>()
    currencies.set(id, methods)
    for (const limit of payment_method_limits) {
      const known = methods.get(limit.id)
      const min = known && cents(known.min) < cents(limit.min) ? known.min : limit.min
      const max = known && cents(known.max) > cents(limit.max) ? known.max : limit.max
      methods.set(limit.id, { id: limit.id, min, max })
    }
  }
  return [...currencies].map(([id, methods]) => ({ id, payment_method_limits: [...methods.values()] }))
}

/** `undefined` for an unknown network name. */
export function networkOfChain(chainId: string): Caip2 | undefined {
  const id = /^[1-9]\d{0,15}$/.test(chainId) ? `eip155:${chainId}` : chainId
  return isCaip2(id) ? id : undefined
}
