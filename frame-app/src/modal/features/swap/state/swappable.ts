/** What can be swapped on a network: the gateway's list, with the amounts that the account holds. */

import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { nativeToken, type SwapToken } from '@airlock/protocol/gateway/convert.ts'
import { isCaip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import { type Address, getAddress } from 'viem'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import type { Token } from '../../assets/state/tokens.ts'
import { currencyAs, type Listed } from '../../submit/form.ts'
import type { SwapChoice } from './swap.ts'

export type Swappable = Listed<SwapChoice>

export interface Swappables {
  /** Some of the tokens below, shown as chips. */
  readonly suggested: readonly Swappable[]
  /** Held by the account, the currency first. */
  readonly own: readonly Swappable[]
  readonly others: readonly Swappable[]
}

/** Symbols that are suggested, in the order of the network's list. */
const suggestedSymbols: ReadonlySet<string> = new Set(
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  ),
)
const mostSuggested = 8

const keyOf = ({ address }: SwapChoice) => address.toLowerCase()

export function swappables(network: Network, listed: readonly SwapToken[], held: readonly Token[]): Swappables {
  const own = held.flatMap((token) => fromHeld(network, token))
  const known = new Map(own.map((token) => [keyOf(token), token]))
  const currency = known.get(nativeToken) ?? currencyOf(network)
  const list = listed.flatMap((token): Swappable[] => {
    const address = addressOn(network, token.address)
    if (address === undefined) return []
    const symbol = toDisplayText(token.symbol, { max: 12 })
    const name = toDisplayText(token.name, { max: 32, fallback: symbol || '?' })
    return [{ address, name, symbol, icon: token.logoUri || undefined, price: undefined, amount: '' }]
  })
  const others = [...new Map(list.map((token) => [keyOf(token), token])).values()].filter(
    (token) => token.address !== nativeToken && !known.has(keyOf(token)),
  )
  const all = [currency, ...list.map((token) => known.get(keyOf(token)) ?? token)]
  const suggested = [...new Map(all.map((token) => [keyOf(token), token])).values()]
    .filter(({ symbol }) => suggestedSymbols.has(symbol))
    .slice(0, mostSuggested)
  return {
    suggested,
    own: [currency, ...own.filter(({ address }) => address !== nativeToken)],
    others: others.toSorted((one, other) => one.symbol.localeCompare(other.symbol)),
  }
}

/** `undefined`: the currency. */
export const contractOf = (token: Address): Address | undefined =>
  token.toLowerCase() === nativeToken ? undefined : token

export const currencyOf = (network: Network): Swappable => currencyAs(nativeToken, network)

function fromHeld(network: Network, token: Token): Swappable[] {
  const { icon, price, amount } = token
  if (token.address === undefined) return [{ ...currencyOf(network), icon, price, amount }]
  const address = addressOn(network, token.address)
  if (address === undefined || address === nativeToken) return []
  return [{ address, name: token.name, symbol: token.symbol, icon, price, amount }]
}

/** @param written CAIP-10, or a plain address; `undefined`: not of this network */
export function addressOn({ id }: Pick<Network, 'id'>, written: string): Address | undefined {
  const parsed = isCaip10(written) ? parseCaip10(written) : undefined
  if (parsed && parsed.chainId !== id) return undefined
  const address = EvmAddress.safeParse(parsed?.address ?? written)
  if (!address.success) return undefined
  return address.data.toLowerCase() === nativeToken ? nativeToken : getAddress(address.data)
}
