/** Locates the content of a source: in the source itself, behind a gateway of the operator, or at its own address. */
import { isLoopbackOrigin } from '../../wallet/loopback.ts'
import { isPublicAddress } from './address.ts'

export type Places = {
  /** HTTP gateway that serves `/ipfs/` and `/ipns/`, for `ipfs:` and `ipns:`. It may be in the operator's own network. */
  readonly ipfs?: string | undefined
  /** HTTP gateway for `ar:`. */
  readonly arweave?: string | undefined
  /** Local origins that are treated as public in development. */
  readonly loopback?: readonly string[] | undefined
}

export type Target = {
  readonly url: URL
  /** Configured by the operator: its port and address are not checked. */
  readonly isTrusted: boolean
}

const longest = 4_096
/** A CID, or an IPNS name. */
const contentId = /^[a-zA-Z0-9][a-zA-Z0-9._-]{6,127}$/

/** @returns `undefined` if no gateway is configured, or the source is invalid */
export function findTarget(source: string, places: Places): Target | undefined {
  if (source.length > longest) return undefined
  const [, scheme = '', rest = ''] = /^(ipfs|ipns|ar):\/\/(.*)$/is.exec(source) ?? []
  switch (scheme.toLowerCase()) {
    case '':
      return findUrl(source, places)
    case 'ar':
      return behind(places.arweave, '', rest)
    case 'ipfs':
      // Some contracts repeat the name in the path.
      return behind(places.ipfs, 'ipfs/', rest.replace(/^ipfs\//, ''))
    case 'ipns':
      return behind(places.ipfs, 'ipns/', rest)
  }
  return undefined
}

function behind(gateway: string | undefined, folder: string, path: string): Target | undefined {
  if (gateway === undefined) return undefined
  const [id = '', ...names] = path.split('/')
  if (!contentId.test(id)) return undefined
  const base = new URL(folder, gateway.endsWith('/') ? gateway : `${gateway}/`)
  // A file name may contain any character, but no query and no `..`.
  const file = names.map((name) => `/${escapeName(name)}`).join('')
  const url = new URL(`${base.href}${id}${file}`)
  return url.href.startsWith(`${base.href}${id}`) ? { url, isTrusted: true } : undefined
}

const escapeName = (name: string): string => name.replace(/[?#\\]/g, (character) => encodeURIComponent(character))

/** An untrusted address. The URL parser normalises all IPv4 notations, so only one has to be checked. */
export function findUrl(text: string, { loopback = [] }: Places, base?: URL): Target | undefined {
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  if (loopback.includes(url.origin) && isLoopbackOrigin(url.origin)) return { url, isTrusted: true }
  // The parser removes the default port, 443.
  if (url.protocol !== 'https:' || url.port !== '') return undefined
  const host = hostOf(url)
  if (isLiteral(host) ? !isPublicAddress(host) : !isName(host)) return undefined
  return { url, isTrusted: false }
}

/** An IP address, in the notation of the URL parser. */
export const isLiteral = (host: string): boolean => /^[\d.]+$|:/.test(host)

/** Without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * A name with a dot that can exist in public DNS: names without one belong to the local network, and some names are never public (RFC 6761,
 * 6762, 8375).
 */
const isName = (host: string): boolean =>
  /^([a-z0-9_]([a-z0-9_-]{0,62})\.)+[a-z0-9-]{2,63}$/.test(host) &&
  !/\.(localhost|local|internal|intranet|lan|home|corp|test|invalid|example|onion|arpa)$/.test(host)
