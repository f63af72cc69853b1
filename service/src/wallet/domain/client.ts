/** Coarse origin of a request (network, place, browser): enough for a user to recognise a device, no more. */
import { isIPv4, isIPv6 } from 'node:net'
import { isLoopbackOrigin } from '../loopback.ts'

/** Unit of rate limiting: an IPv4 address, or the /64 of an IPv6 address, which one subscriber line usually has. */
export function networkOf(address: string): string {
  const full = groupsOf(address)
  return full ? `${full.slice(0, 4).join(':')}::/64` : plain(address)
}

/** Wider unit, as large as one customer of a provider may hold: /48 for IPv6, /24 for IPv4. */
export function wideNetworkOf(address: string): string {
  const full = groupsOf(address)
  return full ? `${full.slice(0, 3).join(':')}::/48` : plain(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}

/** Unwraps an IPv4-mapped IPv6 address. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] | undefined {
  if (plain(address) !== address || !isIPv6(address)) return undefined
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const full =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest]
  return full.map((group) => group.replace(/^0+(?=.)/, ''))
}

/**
 * Coarse place, shown after "from". Not the whole address: users know roughly where their devices are.
 * @param serviceUrl if this is a loopback URL, a loopback client is this computer; otherwise it is a proxy
 */
export function coarsePlace(address: string, serviceUrl: string): string {
  const network = networkOf(address)
  if (network.startsWith('127.') || address === '::1')
    return isLoopbackOrigin(serviceUrl) ? 'this computer' : 'an unknown network'
  if (isIPv4(network)) return `the network ${network.replace(/\.\d+$/, '.…')}`
  return isIPv6(address) ? `the network ${network.replace(/::\/64$/, ':…')}` : 'an unknown network'
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
