/** Which balances become rows, and in which order (specification §5). */
import type { Balance } from '@airlock/protocol/gateway/shapes.ts'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import type { Token } from './tokens.ts'

const places = 4
/** Above this, a price or a value is a mistake or an attack, and is not shown. */
const maxFigure = 1e15

/** A token that the page lists, with the page's picture of it. */
export interface Listed {
  readonly balance: Balance
  readonly image: string | undefined
}

/** What the wallet or the gateway reports of a token takes precedence over its contract. */
export function readTokens(balances: readonly Balance[], listed: readonly Listed[] = []): readonly Token[] {
  const known = new Set(balances.map(({ address }) => keyOf(address)))
  const own = listed.filter(({ balance }) => isToken(balance) && !known.has(keyOf(balance.address)))
  const tokens = [
    ...balances.filter(isToken).map(toToken),
    ...own.map(({ balance, image }) => ({ ...toToken(balance), listed: { image } })),
  ]
  // If a token is listed twice, the first entry counts.
  return [...new Map(tokens.toReversed().map((token) => [keyOf(token.address), token])).values()].sort(byWorth)
}

const isToken = ({ quantity, address }: Balance): boolean => !address || quantity.decimals !== '0'

/** The gateway may write an address with its network or without. */
const keyOf = (address: string | null | undefined): string =>
  (address ?? '').slice((address ?? '').lastIndexOf(':') + 1).toLowerCase()

function toToken({ name, symbol, address, price, value, quantity, iconUrl }: Balance): Token {
  const shownSymbol = toDisplayText(symbol, { max: 12 })
  const isPriced = price > 0 && price < maxFigure && value != null && value < maxFigure
  return {
    address: address || undefined,
    name: toDisplayText(name, { max: 32, fallback: shownSymbol || '?' }),
    symbol: shownSymbol,
    icon: iconUrl || undefined,
    amount: floorDecimals(quantity.numeric),
    price: isPriced ? price : undefined,
    value: isPriced ? value : undefined,
  }
}

/** Cuts, so that a balance never looks larger than it is; zeros at the end are dropped. */
function floorDecimals(numeric: string): string {
  const [whole = '0', fraction = ''] = numeric.split('.')
  const cut = fraction.slice(0, places).replace(/0+$/, '')
  const digits = whole.replace(/^0+(?=\d)/, '')
  return cut === '' ? digits : `${digits}.${cut}`
}

/** The most valuable first; without prices the currency, then by name. */
function byWorth(one: Token, other: Token): number {
  const worth = (other.value ?? -1) - (one.value ?? -1)
  if (worth !== 0) return worth
  const isCurrency = Number(other.address === undefined) - Number(one.address === undefined)
  return isCurrency || one.name.localeCompare(other.name)
}

/** The sum of all tokens with a price; `undefined` if none has one. */
export function totalOf(tokens: readonly Token[]): number | undefined {
  const values = tokens.flatMap(({ value }) => value ?? [])
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : undefined
}
