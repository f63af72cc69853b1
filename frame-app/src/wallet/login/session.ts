/**
 * The session with the wallet service: a short-lived access token in memory and a single-use refresh token in storage.
 * Tabs of one partition share it and refresh one at a time. A session that the service reports as over is forgotten.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Endpoint, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Session as SessionAnswer } from '@airlock/protocol/wallet-service/shapes.ts'
import type { z } from 'zod/mini'
import { ServiceRefusal } from '../custody/service.ts'
import type { Call, Http } from './http.ts'
import type { LoginStore, StoredSession } from './store.ts'

export interface Session {
  readonly userId: () => string | undefined
  /** Whether the user has connected this host origin since the login. */
  isConnectedHere(): boolean
  /** The user has just connected here. */
  connectHere(): void
  begin(answer: z.infer<typeof SessionAnswer>): void
  /** Refreshes the token if needed. @throws {ServiceRefusal} TOKEN_INVALID; {AirlockError} UNAUTHORIZED: other user. */
  call<E extends Endpoint>(endpoint: E, call: Omit<Call<E>, 'accessToken'>): Promise<z.output<E['response']>>
  /** Ends it here, and at the service if that is reachable. */
  end(): Promise<Ended>
  /**
   * Forgets the session. Given the one that has ended, it keeps a newer session in storage. `false`: the newer one is already in use
   * here, and nothing has changed.
   */
  forget(ended?: Ended): boolean
}

/** Last refresh token of an ended session; none if nobody was signed in. */
export interface Ended {
  readonly refreshToken: string | undefined
}

/** `removed`: this device was removed from the account. */
export type SessionEnd = 'expired' | 'removed'

/** An access token this close to expiry is not used. */
const spareMs = 20_000

/** Codes that mean that the session is over, whatever is stored here. */
const ended: ReadonlySet<string> = new Set(['TOKEN_INVALID', 'TOKEN_REUSED', 'DEVICE_REVOKED'])

/** If a refresh token has expired, the session is over. */
const endsWithItsToken = (error: unknown): never => {
  throw error instanceof ServiceRefusal && error.code === 'TOKEN_EXPIRED' ? new ServiceRefusal('TOKEN_INVALID') : error
}

export function createSession(
  http: Http,
  store: LoginStore,
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>,
  /** The service has ended the session. */
  onEnd: (why: SessionEnd, which: Ended) => void = () => {},
): Session {
  let access: { readonly token: string; readonly until: number; readonly from: StoredSession } | undefined

  const begin: Session['begin'] = ({ userId, accessToken, accessExpiresIn, refreshToken }) => {
    const before = store.read('session')
    const login = before?.userId === userId ? before.login : crypto.randomUUID()
    const from = { userId, refreshToken, login }
    access = { token: accessToken, until: performance.now() + accessExpiresIn * 1000 - spareMs, from }
    store.write('session', from)
  }
  const stored = (): Ended => ({ refreshToken: store.read('session')?.refreshToken })
  const forget = (which = stored()): boolean => {
    const { refreshToken } = stored()
    const isAnother = refreshToken !== undefined && refreshToken !== which.refreshToken
    if (isAnother && access?.from.refreshToken === refreshToken) return false
    access = undefined
    if (!isAnother) store.remove('session', 'connected')
    return true
  }
  const refresh = () =>
    alone('session', async () => {
      for (;;) {
        // Another tab may have refreshed meanwhile: its token is the newest.
        const kept = store.read('session')
        if (!kept) throw new ServiceRefusal('TOKEN_INVALID')
        const { userId, refreshToken } = kept
        const settle = await http(walletEndpoints.tokenRefresh, { request: { refreshToken } }).then(
          (answer) => () => begin(answer),
          (error: unknown) => () => endsWithItsToken(error),
        )
        // The answer concerns the token it was requested with: not a session ended or begun since.
        const now = store.read('session')
        if (now?.refreshToken === refreshToken) return settle()
        if (now && now.userId !== userId) throw new AirlockError('UNAUTHORIZED')
      }
    })
  const forgetWhenEnded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      const which = stored()
      if (error instanceof ServiceRefusal && ended.has(error.code) && which.refreshToken !== undefined) {
        forget()
        onEnd(error.code === 'DEVICE_REVOKED' ? 'removed' : 'expired', which)
      }
      throw error
    })
  /** Drops an access token of the previous user, if another tab has signed in another user. @returns whether it did */
  const dropForeign = (): boolean => {
    const now = store.read('session')
    if (!now || !access || access.from.userId === now.userId) return false
    access = undefined
    return true
  }
  const send: Session['call'] = async (endpoint, call) => {
    if (dropForeign()) throw new AirlockError('UNAUTHORIZED')
    for (let isAgain = false; ; isAgain = true) {
      if (!access || access.until < performance.now()) await refresh()
      const own = access
      try {
        return await http(endpoint, { ...call, accessToken: own?.token })
      } catch (error) {
        const isExpired = error instanceof ServiceRefusal && error.code === 'TOKEN_EXPIRED'
        if (!(error instanceof ServiceRefusal) || !(isExpired || ended.has(error.code))) throw error
        const now = store.read('session')
        if (now && own && now.userId !== own.from.userId) throw new AirlockError('UNAUTHORIZED')
        // The refused token is older than the stored one: another tab has refreshed or signed in again.
        const isOld = now !== undefined && now.refreshToken !== own?.from.refreshToken
        if (!isOld && (!isExpired || isAgain)) throw error
        if (access === own) access = undefined
      }
    }
  }

  return {
    userId: () => store.read('session')?.userId,
    isConnectedHere() {
      const login = store.read('session')?.login
      return login !== undefined && login === store.read('connected')
    },
    connectHere() {
      const login = store.read('session')?.login
      if (login !== undefined) store.write('connected', login)
    },
    begin,
    call: (endpoint, call) => forgetWhenEnded(send(endpoint, call)),
    async end() {
      dropForeign()
      const before = store.read('session')
      // After a reload there is no access token; a refresh would issue a valid token just to end it.
      const told = before && send(walletEndpoints.signOut, { request: {} })
      await told?.catch(() => {}) // it ends here in any case
      // Meanwhile its token may have been exchanged, or another user may have signed in.
      const which = store.read('session')?.userId === before?.userId ? stored() : { refreshToken: before?.refreshToken }
      forget(which)
      return which
    },
    forget,
  }
}
