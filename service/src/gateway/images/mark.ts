/** Bundled pictures of network currencies. Only for symbols from the operator's config: anyone can choose a token's symbol. */
import logos from '../../listing/logos.json' with { type: 'json' }

const marks: Readonly<Record<string, string>> = logos.token
const form = /^mark:(\w{1,16})$/

/** Source of a currency's picture, for the image route; `undefined` if there is none. */
export const markOf = (symbol: string): string | undefined =>
  Object.hasOwn(marks, symbol) ? `mark:${symbol}` : undefined

/** The drawing behind such a source, itself as a source. */
export function findMark(source: string): string | undefined {
  const symbol = form.exec(source)?.[1]
  const mark = symbol !== undefined && Object.hasOwn(marks, symbol) ? marks[symbol] : undefined
  return mark === undefined ? undefined : `data:image/svg+xml,${encodeURIComponent(mark)}`
}
