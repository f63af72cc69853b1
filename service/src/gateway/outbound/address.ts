/** Which IP addresses belong to the public Internet. All others could be a service of the operator's network. */
import ipaddr from 'ipaddr.js'

/** Public by their range, but only reachable from inside a cloud: its services for the machine. */
const ofClouds: ReadonlySet<string> = new Set(['168.63.129.16'])
/** All addresses of IPv6 that are given out (RFC 4291 §2.4): outside it are forms that contain an IPv4 address. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** @param text an address as a resolver or the URL parser writes it; anything else is not public */
export function isPublicAddress(text: string): boolean {
  // Zones and the short forms of IPv4 are never written by either.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !(ipaddr.IPv6.isValid(text) && !text.includes('%'))) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(global6) : !ofClouds.has(address.toString())
}
