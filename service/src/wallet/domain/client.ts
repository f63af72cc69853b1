/** Coarse origin of a request (network, place, browser): enough for a user to recognise a device, no more. */
import { isIPv4, isIPv6 } from 'node:net'
import { isLoopbackOrigin } from '../loopback.ts'
import type { Caller } from './caller.ts'

/** Used for every address that cannot be read: all such clients share their limits. */
const unknown = 'unknown'

/**
 * The IP address in one spelling. Proxies may append the port or write IPv4 as IPv6; if that made another network, each
 * connection would have limits of its own.
 */
export function readAddress(written: string): string {
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(written)?.[1]
  const withoutZone = (inBrackets ?? written).replace(/%.*$/, '')
  if (isIPv6(withoutZone)) return unwrap(new URL(`http://[${withoutZone}]`).hostname.slice(1, -1))
  const withoutPort = written.replace(/:\d{1,5}$/, '')
  return isIPv4(withoutPort) ? withoutPort : unknown
}

/** @param address IPv6 as a URL has it, where IPv4-mapped addresses are in hexadecimal */
function unwrap(address: string): string {
  const groups = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address)?.slice(1)
  if (!groups) return address
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** Unit of rate limiting: an IPv4 address, or the /64 of an IPv6 address, which one subscriber line usually has. */
export function networkOf(address: string): string {
  const read = readAddress(address)
  return isIPv6(read) ? `${groupsOf(read).slice(0, 4).join(':')}::/64` : read
}

/**
 * The /48 of an IPv6 address: one customer of a provider may have a whole one, with 65 536 networks at no extra cost.
 * Undefined for IPv4, where neighbouring addresses belong to different customers and each address costs money.
 */
export function customerOf(address: string): string | undefined {
  const read = readAddress(address)
  return isIPv6(read) ? `${groupsOf(read).slice(0, 3).join(':')}::/48` : undefined
}

/** The wider unit for scarce resources, as large as one customer of a provider may have: /48 for IPv6, /24 for IPv4. */
export function wideNetworkOf(address: string): string {
  return customerOf(address) ?? readAddress(address).replace(/\.\d+$/, '.0/24')
}

/** The eight groups of an IPv6 address that was read. */
function groupsOf(address: string): readonly string[] {
  const [head = [], tail] = address.split('::').map((half) => (half === '' ? [] : half.split(':')))
  return tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head
}

/**
 * Coarse place, shown after "from". Not the whole address: users know roughly where their devices are.
 * @param serviceUrl if this is a loopback URL, a loopback client is this computer; otherwise it is a proxy
 */
export function coarsePlace(address: string, serviceUrl: string): string {
  const read = readAddress(address)
  if (read.startsWith('127.') || read === '::1')
    return isLoopbackOrigin(serviceUrl) ? 'this computer' : 'an unknown network'
  if (isIPv4(read)) return `the network ${read.replace(/\.\d+$/, '.…')}`
  return isIPv6(read) ? `the network ${networkOf(read).replace(/::\/64$/, ':…')}` : 'an unknown network'
}

const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Such as "Firefox on Linux". Uses only names from our lists, so that a client cannot put text into an email. */
export function labelOf(userAgent: string): string {
  const find = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1]
  return `${find(browsers) ?? 'A browser'} on ${find(systems) ?? 'an unknown system'}`
}

/** Browser, system and place of a caller, as users are shown them. */
export const shownOf = ({ userAgent, address }: Caller, serviceUrl: string) => ({
  label: labelOf(userAgent),
  place: coarsePlace(address, serviceUrl),
})
