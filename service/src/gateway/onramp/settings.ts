/** The operator's on-ramp providers, in order of preference. */
import type { CheckoutSettings } from './checkout/checkout.ts'
import { createCheckout } from './checkout/checkout.ts'
import { type CoinbaseSettings, createCoinbase } from './coinbase/coinbase.ts'
import { createMeld, type MeldSettings } from './meld/meld.ts'
import type { OnrampProvider } from './provider.ts'

export type OnrampSettings = {
  readonly coinbase?: CoinbaseSettings | undefined
  readonly meld?: MeldSettings | undefined
  readonly checkouts?: readonly CheckoutSettings[] | undefined
}

export const providersOf = (
  { coinbase, meld, checkouts = [] }: OnrampSettings,
  now: () => number,
): readonly OnrampProvider[] => [
  ...(coinbase ? [createCoinbase(coinbase, now)] : []),
  ...(meld ? [createMeld(meld)] : []),
  ...checkouts.map((settings) => createCheckout(settings, now)),
]
