/** Host names as browsers report them (ASCII, lower case): whether two look alike, and which ones a text contains. */
import { toVisible } from '../../shared/format/display-text.ts'

/** Character sequences that look alike, each with its replacement. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1i|]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/[-_]/g, ''],
]

/** Whether two different names look so similar that one may imitate the other. */
export function looksLike(one: string, other: string): boolean {
  if (one === other) return false
  const [a, b] = [skeleton(one), skeleton(other)]
  if (a === b) return true
  // The real name as the beginning of another domain.
  if (`${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)) return true
  return Math.min(a.length, b.length) >= 6 && isOneStepAway(a, b)
}

const link = /\b(?:https?|wss?):\/\/[^\s<>"'`]+/giu
/** A host name outside a link, with its port and path. Not the domain of an email address. */
const bareHost =
  /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.)+(?:\p{L}{2,24}|xn--[a-z0-9-]{1,59})(?![\p{L}\p{N}@-])(?::\d{1,5})?(?:[/?#]\S*)?/giu
/** Name services of chains, whose names look like host names. */
const accountName = /\.(?:eth|sol)$/

/** The host names in a text, in ASCII: first those in links, then the others. */
function hostsIn(text: string): string[] {
  const plain = toVisible(text).normalize('NFKC').replaceAll('\u3002', '.')
  const links = plain.match(link) ?? []
  const bare = plain.replace(link, ' ').match(bareHost) ?? []
  return [...links, ...bare.map((host) => `https://${host}`)].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).hostname] : [],
  )
}

/** Whether the text names a site other than the host, its parent domains and its subdomains. */
export const namesOtherSite = (text: string, host: string): boolean =>
  hostsIn(text).some((site) => !accountName.test(site) && !belongsTo(host, site))

const belongsTo = (host: string, site: string): boolean =>
  host === site || host.endsWith(`.${site}`) || site.endsWith(`.${host}`)

const skeleton = (host: string): string => shapes.reduce((text, [from, to]) => text.replace(from, to), host)

/** One character inserted, deleted or replaced, or two neighbours swapped. */
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
