/** Whether a host is on this machine or in the operator's own network, where a connection without TLS is allowed. */
import { isPublicAddress } from '../gateway/outbound/address.ts'

/** Names that no public resolver knows (RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal`). */
const ownNames = /(^|\.)(localhost|local|internal|home\.arpa)$/

/** @param hostname of a URL. Names without a dot, such as those of containers, are in the own network. */
export function isInOwnNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (/^[\d.]+$|:/.test(host)) return !isPublicAddress(host)
  return !host.includes('.') || ownNames.test(host)
}
