/** Host names as browsers report them (ASCII, small letters): whether two can be taken for each other, and which ones a text names. */
import { toVisible } from '../../shared/format/display-text.ts'

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

const link = /\b(?:https?|wss?):\/\/[^\s<>"'`]+/giu
/** A host name that stands by itself, with what follows it. Not the part of an email address behind the @. */
const bareHost =
  /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.)+(?:\p{L}{2,24}|xn--[a-z0-9-]{1,59})(?![\p{L}\p{N}@-])(?::\d{1,5})?(?:[/?#]\S*)?/giu
/** Names of accounts on a chain, which are written like hosts. */
const accountName = /\.(?:eth|sol)$/

/** The host names in a text, in ASCII: those of links, then the others. */
function hostsIn(text: string): string[] {
  const plain = toVisible(text).normalize('NFKC').replaceAll('\u3002', '.')
  const links = plain.match(link) ?? []
  const bare = plain.replace(link, ' ').match(bareHost) ?? []
  return [...links, ...bare.map((host) => `https://${host}`)].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).hostname] : [],
  )
}

/** Does the text name a site that is neither the host nor a name above or below it, as `app.example` is above `swap.app.example`? */
export const namesOtherSite = (text: string, host: string): boolean =>
  hostsIn(text).some((site) => !accountName.test(site) && !belongsTo(host, site))

const belongsTo = (host: string, site: string): boolean =>
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
