/** Distinguishes public IP addresses from all others, which could be services in the operator's network. */
import ipaddr from 'ipaddr.js'

/** Metadata services: in public ranges, but only reachable from inside a cloud. */
const ofClouds: ReadonlySet<string> = new Set(['168.63.129.16'])
/** All assigned public IPv6 addresses (RFC 4291 §2.4). Forms that embed an IPv4 address are outside this range. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** @param text an address as written by a resolver or the URL parser; anything else is not public */
export function isPublicAddress(text: string): boolean {
  // Neither ever writes zones or short IPv4 forms.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !(ipaddr.IPv6.isValid(text) && !text.includes('%'))) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(global6) : !ofClouds.has(address.toString())
}
