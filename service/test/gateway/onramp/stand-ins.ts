/** Stand-ins for the providers' APIs. They authenticate requests like the real ones. */
import { type KeyObject, verify } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'

export type Asked = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}
/** The answer: JSON, unchanged text, or a status. */
export type Answers = Record<string, unknown>
export type StandIn = {
  readonly url: string
  readonly asked: Asked[]
  answers: Answers
  readonly stop: () => Promise<void>
}

/** @param isAllowed whether the caller is authenticated; otherwise the answer is 401 */
async function startStandIn(isAllowed: (request: IncomingMessage, body: string) => boolean): Promise<StandIn> {
  const asked: Asked[] = []
  const standIn = { asked, answers: {} as Answers }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand.in')
    asked.push({ method: request.method ?? '', path: pathname, query: searchParams, body })
    if (!isAllowed(request, body)) return response.writeHead(401).end()
    const found = Object.entries(standIn.answers).find(([path]) => pathname.startsWith(path))?.[1]
    if (found === undefined) return response.writeHead(404).end()
    if (typeof found === 'number') return response.writeHead(found).end('{}')
    return response.end(typeof found === 'string' ? found : JSON.stringify(found))
  }
  const server: Listening = await listenOnLoopback((request, response) => void answer(request, response), 0)
  return Object.assign(standIn, { url: `http://127.0.0.1:${server.port}/`, stop: () => server.close() })
}

/** Coinbase: requires a token signed by the key, for this method, host and path, not older than two minutes. */
export const startCoinbase = (publicKey: KeyObject, keyId: string): Promise<StandIn> =>
  startStandIn((request) => {
    const [head = '', claims = '', signature = ''] = (request.headers.authorization ?? '')
      .replace(/^Bearer /, '')
      .split('.')
    const { alg, kid, nonce } = readPart(head)
    const { iss, sub, nbf, exp, uris } = readPart(claims)
    const signed = Buffer.from(`${head}.${claims}`)
    const key = alg === 'ES256' ? ({ key: publicKey, dsaEncoding: 'ieee-p1363' } as const) : publicKey
    const isSigned = verify(alg === 'ES256' ? 'sha256' : null, signed, key, Buffer.from(signature, 'base64url'))
    const now = Date.now() / 1000
    const path = (request.url ?? '').split('?')[0]
    const isFor = JSON.stringify(uris) === JSON.stringify([`${request.method} ${request.headers.host}${path}`])
    const isNow = Number(nbf) <= now + 5 && Number(exp) > now && Number(exp) - Number(nbf) === 120
    return isSigned && isFor && isNow && iss === 'cdp' && sub === keyId && kid === keyId && String(nonce).length === 32
  })

const Part = z.record(z.string(), z.unknown())
function readPart(part: string): Record<string, unknown> {
  try {
    return z.parse(Part, JSON.parse(Buffer.from(part, 'base64url').toString()))
  } catch {
    return {}
  }
}

export const startMeld = (apiKey: string): Promise<StandIn> =>
  startStandIn(
    ({ headers }) =>
      headers.authorization === `BASIC ${apiKey}` && /^\d{4}-\d\d-\d\d$/.test(String(headers['meld-version'])),
  )

/** An operator's checkout page, which receives signed requests. */
export const startCheckoutApi = (
  isQuestion: (header: string, path: string, body: string) => boolean,
): Promise<StandIn> =>
  startStandIn((request, body) => isQuestion(String(request.headers['airlock-signature']), request.url ?? '', body))
