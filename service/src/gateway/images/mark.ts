/**
 * Marks of networks' currencies, which are part of the service. Only for symbols of the operator's config: that of a token may
 * be chosen by anybody.
 */
import logos from '../../listing/logos.json' with { type: 'json' }

const marks: Readonly<Record<string, string>> = logos.token
const form = /^mark:(\w{1,16})$/

/** Source of a currency's mark, for the image route; `undefined` where we have none. */
export const markOf = (symbol: string): string | undefined =>
  Object.hasOwn(marks, symbol) ? `mark:${symbol}` : undefined

/** The drawing that such a source stands for, as a source in itself. */
export function findMark(source: string): string | undefined {
  const symbol = form.exec(source)?.[1]
  const mark = symbol !== undefined && Object.hasOwn(marks, symbol) ? marks[symbol] : undefined
  return mark === undefined ? undefined : `data:image/svg+xml,${encodeURIComponent(mark)}`
}
