/**
 * The session cookie: a JWT with the facts of the verified messages. It is signed, so the server needs no list of sessions; it stores only
 * the ones that were signed out. A cookie that is written for another one has the same id (`sid`), so that signing out ends all of them,
 * and every copy.
 */

import { readMessage } from '@airlock/protocol/read.ts'
import { type KeptSession, KeptSessions } from '@airlock/protocol/sign-in/server.ts'
import { jwtVerify, SignJWT } from 'jose'
import { hexOf, keyOf } from './keys.ts'
import type { SiwxStore } from './store.ts'

/** Browsers drop cookies of more than 4096 bytes. */
const longestCookie = 3_900
const audience = 'airlock-siwx'

/** Headers of a request: a standard `Headers` object, or Node's. */
export interface RequestHeaders {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

export function headerOf({ headers }: RequestHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

export interface Cookies {
  /** Sessions that are valid now; none for a cookie that is missing, altered, expired or signed out. */
  readonly read: (request: RequestHeaders) => Promise<readonly KeptSession[]>
  /** Adds to the sessions of this request's cookie. @returns the header `Set-Cookie`; the oldest sessions are left out if all would not fit */
  readonly extend: (request: RequestHeaders, sessions: readonly KeptSession[]) => Promise<string>
  /** Ends this request's cookie with its copies, and begins another one. @returns the header `Set-Cookie`, as above */
  readonly replace: (request: RequestHeaders, sessions: readonly KeptSession[]) => Promise<string>
}

export interface CookieOptions {
  readonly isSecure: boolean
  readonly store: SiwxStore
  /** The longest time for which a cookie counts. */
  readonly lifeMs: number
}

export function createCookies(secret: string, { isSecure, store, lifeMs }: CookieOptions): Cookies {
  const key = keyOf(secret, 'cookie', store.epoch)
  // With this prefix, no other host of the domain can set it.
  const name = isSecure ? '__Host-airlock-siwx' : 'airlock-siwx'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const revoked = (id: string) => `signed out ${id}`

  async function open(request: RequestHeaders) {
    const prefix = `${name}=`
    const parts = (headerOf(request, 'cookie') ?? '').split(';').map((part) => part.trim())
    const found = parts.filter((part) => part.startsWith(prefix))
    const jwt = found[0]?.slice(prefix.length)
    // The second of two was set for another path, perhaps by another host of the domain.
    if (jwt === undefined || found.length > 1 || jwt.length > longestCookie * 2) return undefined
    try {
      const { payload } = await jwtVerify(jwt, await key, {
        algorithms: ['HS256'],
        audience,
        requiredClaims: ['exp', 'sid'],
      })
      const sid = String(payload['sid'])
      const kept = readMessage(KeptSessions, payload['sessions'])
      return kept && !(await store.has(revoked(sid))) ? { sid, endsAt: Number(payload.exp) * 1000, kept } : undefined
    } catch (error) {
      // If the store does not answer, the user must be neither signed out nor signed in.
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return undefined
      throw error
    }
  }

  const newId = () => hexOf(crypto.getRandomValues(new Uint8Array(16)))

  async function write(sid: string, sessions: readonly KeptSession[]): Promise<string> {
    if (sessions.length === 0) return `${name}=; ${attributes}; Max-Age=0`
    const last = Math.max(...sessions.map(({ expirationTime }) => Date.parse(expirationTime)))
    const jwt = await new SignJWT({ sid, sessions })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setExpirationTime(Math.floor(last / 1000))
      .sign(await key)
    const cookie = `${name}=${jwt}; ${attributes}; Max-Age=${Math.max(0, Math.floor((last - Date.now()) / 1000))}`
    return cookie.length > longestCookie && sessions.length > 1 ? write(sid, sessions.slice(1)) : cookie
  }

  return {
    async read(request) {
      const now = Date.now()
      const { kept = [] } = (await open(request)) ?? {}
      return kept.filter(
        ({ expirationTime, notBefore = '' }) => Date.parse(expirationTime) > now && !(Date.parse(notBefore) > now),
      )
    },
    extend: async (request, sessions) => write((await open(request))?.sid ?? newId(), sessions),
    async replace(request, sessions) {
      const known = await open(request)
      // A copy may be of a later time than this one; this one may be from before `expiresIn` was made shorter.
      if (known) await store.add(revoked(known.sid), Math.max(known.endsAt, Date.now() + lifeMs))
      return write(newId(), sessions)
    },
  }
}
