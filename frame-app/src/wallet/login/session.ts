/**
 * The session with the wallet service: a short access token in memory, a refresh token in storage that is good for one use. Tabs of one
 * partition share it and refresh one after the other. Whoever is told that the session is over forgets it.
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
  /** A call with a valid access token; refreshed where needed. @throws {ServiceRefusal} TOKEN_INVALID when nobody is signed in; {AirlockError} UNAUTHORIZED when somebody else is by now. */
  call<E extends Endpoint>(endpoint: E, call: Omit<Call<E>, 'accessToken'>): Promise<z.output<E['response']>>
  /** Ends it at the service, where that answers, and here. */
  end(): Promise<Ended>
  /**
   * Nobody is signed in here any more. Told which session has ended, it leaves another one in storage, that was begun since.
   * `false`: that one is in use here, and nothing has ended.
   */
  forget(ended?: Ended): boolean
}

/** The last refresh token of a session that is over; none where nobody was signed in. */
export interface Ended {
  readonly refreshToken: string | undefined
}

/** `removed`: somebody has removed this device from the account. */
export type SessionEnd = 'expired' | 'removed'

/** A token this close to its end is not sent any more. */
const spareMs = 20_000

/** After these the session is over, whatever this device believes. */
const ended: ReadonlySet<string> = new Set(['TOKEN_INVALID', 'TOKEN_REUSED', 'DEVICE_REVOKED'])

/** No other token can follow one that may not be exchanged any more. */
const endsWithItsToken = (error: unknown): never => {
  throw error instanceof ServiceRefusal && error.code === 'TOKEN_EXPIRED' ? new ServiceRefusal('TOKEN_INVALID') : error
}

export function createSession(
  http: Http,
  store: LoginStore,
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>,
  /** The service has said that it is over. */
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
        // Another tab may have been here meanwhile: its token is the newest.
        const kept = store.read('session')
        if (!kept) throw new ServiceRefusal('TOKEN_INVALID')
        const { userId, refreshToken } = kept
        const settle = await http(walletEndpoints.tokenRefresh, { request: { refreshToken } }).then(
          (answer) => () => begin(answer),
          (error: unknown) => () => endsWithItsToken(error),
        )
        // An answer is about the token that it was asked for: not about a session that was ended since, nor about one that was begun.
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
  /** Another tab has signed in somebody else: a token of the one before is still theirs. @returns whether it was one. */
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
        // What was refused is older than what lies there: another tab has been here, or has signed in again.
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
      // A page that was loaded anew has no access token yet; what it could be exchanged for would stay good.
      const told = before && send(walletEndpoints.signOut, { request: {} })
      await told?.catch(() => {}) // ended here all the same
      // Meanwhile its token may have been exchanged, or somebody else have signed in.
      const which = store.read('session')?.userId === before?.userId ? stored() : { refreshToken: before?.refreshToken }
      forget(which)
      return which
    },
    forget,
  }
}
