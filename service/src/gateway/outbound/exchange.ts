/** One request with Node's HTTP client, with limits on time and size. */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIPv6, type LookupFunction } from 'node:net'
import { bytesUpTo } from '../http/read-bounded.ts'
import { OutboundError } from './error.ts'

export type Answer =
  | { readonly contentType: string; readonly etag: string | undefined; readonly bytes: Buffer }
  /** Unparsed. */
  | { readonly location: string }

type Limits = { readonly body: string | undefined; readonly maxBytes: number; readonly signal: AbortSignal }

/** Maximum length in characters; a longer one is dropped. */
const maxEtag = 256

/** The checked addresses to connect to, instead of a new DNS look-up. */
export const connectTo = (addresses: readonly string[]): LookupFunction => {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all }, callback) => {
    const [first] = found
    if (all === true) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

/** @throws {OutboundError}; the signal's reason */
export async function readAnswer(request: ClientRequest, { body, maxBytes, signal }: Limits): Promise<Answer> {
  try {
    const response = await sent(request, body)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) return { location: headers.location }
    if (statusCode < 200 || statusCode >= 300) throw new OutboundError('STATUS', { status: statusCode })
    // We did not ask for compression. Compressed content could unpack without limit.
    if (!['', 'identity'].includes(headers['content-encoding'] ?? '')) throw new OutboundError('ENCODED')
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw new OutboundError('TOO_LARGE')
    const [contentType = ''] = (headers['content-type'] ?? '').split(';')
    return {
      contentType: contentType.trim().toLowerCase().slice(0, 128),
      etag: (headers.etag?.length ?? 0) > maxEtag ? undefined : headers.etag,
      bytes: await collect(response, maxBytes),
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    request.destroy()
  }
}

function sent(request: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // Never removed: destroying a request may emit another error, which would otherwise be uncaught.
    request.on('error', reject)
    request.end(body)
  })
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const bytes = await bytesUpTo(response as AsyncIterable<Buffer>, maxBytes) // as: no encoding is set
  if (!bytes) throw new OutboundError('TOO_LARGE')
  // A closed connection does not mean that the answer is complete.
  if (!response.complete) throw new OutboundError('UNREACHABLE')
  return bytes
}
