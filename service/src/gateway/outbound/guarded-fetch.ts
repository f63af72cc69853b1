/**
 * Fetches untrusted addresses: pictures, metadata, off-chain answers. It connects only to the public Internet over https, and to servers
 * that the operator has configured. It connects to exactly the IP addresses that were checked, which prevents DNS rebinding; every redirect
 * is checked too.
 */
import { request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { isPublicAddress } from './address.ts'
import { readDataUrl } from './data-url.ts'
import { OutboundError } from './error.ts'
import { type Answer, connectTo, readAnswer } from './exchange.ts'
import { type Resolve, resolveHost } from './resolve.ts'
import { findTarget, findUrl, hostOf, isLiteral, type Places, type Target } from './target.ts'

export type GuardedFetchOptions = Places & {
  readonly resolve?: Resolve
  /** Which addresses a name may resolve to. Default: public ones. */
  readonly isAllowed?: (address: string) => boolean
  /** In tests, replaces port 443 of the Internet. */
  readonly tls?: { readonly port: number; readonly ca: string }
}

export type FetchOptions = {
  readonly maxBytes: number
  /** For everything together: DNS, redirects, content. Default: 8 seconds. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
  readonly accept?: string
  /** ETag of a cached copy. If it is still current, the answer is the error STATUS with 304. */
  readonly etag?: string | undefined
  /** Sent as JSON with POST; such a request follows no redirects. */
  readonly json?: string
}

export type Fetched = {
  /** As claimed by the server: lower case, without parameters, unverified. */
  readonly contentType: string
  /** As claimed by the server. */
  readonly etag?: string | undefined
  readonly bytes: Buffer
}

/**
 * @param source `https:`, `data:`, `ipfs:`, `ipns:` or `ar:`
 * @throws {OutboundError} also for every status but 2xx
 */
export type GuardedFetch = (source: string, options: FetchOptions) => Promise<Fetched>

const totalMs = 8_000
const maxRedirects = 3

export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const { resolve = resolveHost, isAllowed = isPublicAddress } = options

  return async (source, { maxBytes, timeoutMs = totalMs, signal, accept = '*/*', etag, json }) => {
    if (/^data:/i.test(source)) {
      const content = json === undefined ? readDataUrl(source, maxBytes) : undefined
      if (!content) throw new OutboundError('REFUSED')
      return content
    }
    const late = AbortSignal.timeout(timeoutMs)
    const ended = signal ? AbortSignal.any([signal, late]) : late
    try {
      return await follow(findTarget(source, options))
    } catch (cause) {
      if (signal?.aborted) throw new OutboundError('ABORTED', { cause })
      if (late.aborted) throw new OutboundError('TIMEOUT', { cause })
      throw cause instanceof OutboundError ? cause : new OutboundError('UNREACHABLE', { cause })
    }

    async function follow(first: Target | undefined): Promise<Fetched> {
      let target = first
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        if (!target) throw new OutboundError('REFUSED')
        const answer = await ask(target)
        if ('bytes' in answer) return answer
        if (json !== undefined) throw new OutboundError('REDIRECTS')
        target = findUrl(answer.location, options, target.url)
      }
      throw new OutboundError('REDIRECTS')
    }

    async function ask({ url, isTrusted }: Target): Promise<Answer> {
      const addresses = isTrusted ? undefined : await checkedAddresses(hostOf(url))
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const request = requestOf({ host: url.host, accept, etag, json, addresses, tls: options.tls })
      return readAnswer(send(url, { ...request, signal: ended }), { body: json, maxBytes, signal: ended })
    }

    /** Refuse the name if any of its addresses is not allowed: a mix of public and private addresses is an attack. */
    async function checkedAddresses(host: string): Promise<readonly string[]> {
      if (isLiteral(host)) return [host]
      const addresses = await resolve(host, ended)
      if (addresses.length === 0 || !addresses.every(isAllowed)) throw new OutboundError('REFUSED')
      return addresses
    }
  }
}

type Asked = {
  readonly host: string
  readonly accept: string
  readonly etag: string | undefined
  readonly json: string | undefined
  /** Absent: a server of the operator, resolved normally. */
  readonly addresses: readonly string[] | undefined
  readonly tls: GuardedFetchOptions['tls']
}

const requestOf = ({ host, accept, etag, json, addresses, tls }: Asked): RequestOptions => ({
  method: json === undefined ? 'GET' : 'POST',
  // Always a new connection: a pooled one could lead to an address that was checked for another name.
  agent: false,
  headers: {
    Host: host,
    Accept: accept,
    'Accept-Encoding': 'identity',
    'User-Agent': 'Airlock-Gateway',
    ...(etag !== undefined && { 'If-None-Match': etag }),
    ...(json !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }),
  },
  maxHeaderSize: 16 * 1024,
  ...(addresses && { lookup: connectTo(addresses), ...tls }),
})
