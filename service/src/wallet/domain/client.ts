/** What a request says of where it comes from: enough to recognise a browser by, no more. */
import { isIPv4, isIPv6 } from 'node:net'
import { isLoopbackOrigin } from '../loopback.ts'

/** What is counted together: an IPv4 address, or the /64 that one line of IPv6 has. */
export function networkOf(address: string): string {
  const full = groupsOf(address)
  return full ? `${full.slice(0, 4).join(':')}::/64` : plain(address)
}

/** What one customer of a provider can hold besides: the /48 around an IPv6 address, the /24 around an IPv4 address. */
export function wideNetworkOf(address: string): string {
  const full = groupsOf(address)
  return full ? `${full.slice(0, 3).join(':')}::/48` : plain(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}

/** An IPv4 address that is written as an IPv6 one. */
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
 * Shown to the user, who knows roughly where their own devices are, after "from": not the whole address.
 * @param serviceUrl a loopback address is this computer only to a service that itself is reached by one; else it is a proxy's
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

/** Such as "Firefox on Linux". Only names of our own lists, so that nobody can write a text into somebody's mail. */
export function labelOf(userAgent: string): string {
  const find = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1]
  return `${find(browsers) ?? 'A browser'} on ${find(systems) ?? 'an unknown system'}`
}
