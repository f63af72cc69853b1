/** Do two host names try to be taken for each other? Names as browsers report them: ASCII, small letters. */

/** What the eye takes for the same: the text with the shape that stands for it. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1i|]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/[-_]/g, ''],
]

/** Different names of which one could be meant to pass for the other. */
export function looksLike(one: string, other: string): boolean {
  if (one === other) return false
  const [a, b] = [skeleton(one), skeleton(other)]
  if (a === b) return true
  // The true name as the beginning of somebody else's.
  if (`${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)) return true
  return Math.min(a.length, b.length) >= 6 && isOneStepAway(a, b)
}

/** A text that names a site, such as the name of a protocol; `undefined` for other texts. */
export function siteIn(text: string): string | undefined {
  const found = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,24})(?:[:/].*)?$/i.exec(text.trim())?.[1]
  return found?.toLowerCase()
}

/** Is `site` the host or a name above it, as `app.example` is above `swap.app.example`? */
export const belongsTo = (host: string, site: string): boolean =>
  host === site || host.endsWith(`.${site}`) || site.endsWith(`.${host}`)

const skeleton = (host: string): string => shapes.reduce((text, [from, to]) => text.replace(from, to), host)

/** One letter more, less or other, or two neighbours exchanged. */
function isOneStepAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++
  const [a, b] = [short.slice(start, short.length - end), long.slice(start, long.length - end)]
  if (a.length <= 1 && b.length <= 1) return true
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]
}
