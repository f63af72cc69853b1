/**
 * The four requests of a page: a nonce, sign in, the current sessions, sign out. Requests that change something must come from a listed
 * origin, so that no other site can sign a user in or out.
 */
import type { SIWXSession } from '@airlock/host-sdk'
import { SignInSessions, SignInSubject } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import { readMessage } from '@airlock/protocol/read.ts'
import type { KeptSession } from '@airlock/protocol/sign-in/server.ts'
import { SiwxError } from '../error.ts'
import { canonicalAddress } from '../verify/index.ts'
import type { Cookies } from './cookie.ts'

/** Larger than 16 sessions of the largest kind; wallets do not send more. */
export const longestBody = 512 * 1024

export interface Backing {
  readonly origins: readonly string[]
  readonly path: string
  readonly cookies: Cookies
  readonly makeNonce: () => Promise<string>
  readonly verify: (sessions: readonly SIWXSession[]) => Promise<readonly KeptSession[]>
  /** Receives errors that no client has caused, such as those of a store that is down. */
  readonly onError: (error: unknown) => void
}

type Answer = { readonly body: object; readonly cookie?: string }

export function createAnswers({ origins, path, cookies, makeNonce, verify, onError }: Backing) {
  const routes: Readonly<Record<string, (request: Request, url: URL) => Promise<Answer>>> = {
    'POST /nonce': async () => ({ body: { nonce: await makeNonce() } }),
    'GET /sessions': async (request, url) => {
      const { chainId, accountAddress, isSubject } = await readSubject(url)
      const found = (await cookies.read(request)).filter(isSubject)
      // The page compares the address with its own spelling of it.
      return { body: { sessions: found.map((one) => toSession({ ...one, chainId, accountAddress })) } }
    },
    'POST /sessions': async (request) => {
      const added = await verify(await readSessions(request, 1))
      const isAdded = (one: KeptSession) => added.some((other) => isSameAccount(one, other))
      const others = (await cookies.read(request)).filter((one) => !isAdded(one))
      return { body: {}, cookie: await cookies.extend(request, [...others, ...added]) }
    },
    'PUT /sessions': async (request) => {
      const added = await verify(await readSessions(request))
      return { body: {}, cookie: await cookies.replace(request, added) }
    },
    'DELETE /sessions': async (request, url) => {
      const { isSubject } = await readSubject(url)
      const rest = (await cookies.read(request)).filter((one) => !isSubject(one))
      return { body: {}, cookie: await cookies.replace(request, rest) }
    },
  }

  return async (request: Request): Promise<Response> => {
    const origin = request.headers.get('origin')
    const isListed = origin !== null && origins.includes(origin)
    const headers = new Headers({ 'cache-control': 'no-store', vary: 'origin, cookie' })
    // A page on another listed origin may read the answers.
    if (isListed) {
      headers.set('access-control-allow-origin', origin)
      headers.set('access-control-allow-credentials', 'true')
    }
    if (request.method === 'OPTIONS') {
      headers.set('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      headers.set('access-control-allow-headers', 'content-type')
      return new Response(null, { status: isListed ? 204 : 403, headers })
    }
    try {
      const url = new URL(request.url)
      const name = `${request.method} ${url.pathname.startsWith(path) ? url.pathname.slice(path.length) : ''}`
      const route = Object.hasOwn(routes, name) ? routes[name] : undefined
      if (!route)
        return Response.json({ code: 'BAD_REQUEST', message: 'There is nothing here.' }, { status: 404, headers })
      // Browsers send the origin with every request except a GET of the page itself.
      if (request.method === 'GET' ? origin !== null && !isListed : !isListed) throw new SiwxError('ORIGIN_NOT_ALLOWED')
      const { body, cookie } = await route(request, url)
      if (cookie !== undefined) headers.set('set-cookie', cookie)
      return Response.json(body, { headers })
    } catch (error) {
      if (error instanceof SiwxError)
        return Response.json({ code: error.code, message: error.message }, { status: error.status, headers })
      // Its text may contain details that a client must not see.
      onError(error)
      return Response.json({ code: 'INTERNAL', message: 'The sign-in server failed.' }, { status: 500, headers })
    }
  }
}

/** The fields of a session that the modal reads. The message and its signature are not kept. */
const toSession = (kept: KeptSession) => ({ data: { ...kept, version: '1' }, message: '', signature: '' })

type Account = Pick<KeptSession, 'chainId' | 'accountAddress'>

/** Addresses of verified sessions have one spelling each. */
const isSameAccount = (one: Account, other: Account): boolean =>
  one.chainId === other.chainId && one.accountAddress === other.accountAddress

/** The account of the request, as the page writes it, and whether a session is of this account. */
async function readSubject({ searchParams }: URL) {
  const subject = readMessage(SignInSubject, Object.fromEntries(searchParams))
  if (!subject) throw new SiwxError('BAD_REQUEST')
  const { chainId } = subject
  const accountAddress = await canonicalAddress(chainId, subject.accountAddress)
  const isSubject = (one: KeptSession) =>
    accountAddress !== undefined && isSameAccount(one, { chainId, accountAddress })
  return { ...subject, isSubject }
}

async function readSessions(request: Request, least = 0): Promise<SIWXSession[]> {
  const body = readMessage(SignInSessions, parseJson(await readText(request)))
  if (!body || body.sessions.length < least) throw new SiwxError('BAD_REQUEST')
  return body.sessions as SIWXSession[] // parsed; absent parts are absent
}

async function readText({ body }: Request): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > longestBody) {
      await reader.cancel()
      throw new SiwxError('BAD_REQUEST')
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SiwxError('BAD_REQUEST')
  }
}
