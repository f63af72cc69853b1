/**
 * The session with the wallet service: a short access token in memory, a refresh token in storage that is good for one use. Tabs of one
 * partition share it and refresh one after the other. Whoever is told that the session is over forgets it.
 */
import { type Endpoint, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Session as SessionAnswer } from '@airlock/protocol/wallet-service/shapes.ts'
import type { z } from 'zod/mini'
import { ServiceRefusal } from '../custody/service.ts'
import type { Call, Http } from './http.ts'
import type { LoginStore } from './store.ts'

export interface Session {
  readonly userId: () => string | undefined
  begin(answer: z.infer<typeof SessionAnswer>): void
  /** A call with a valid access token; refreshed where needed. @throws {ServiceRefusal} TOKEN_INVALID when nobody is signed in. */
  call<E extends Endpoint>(endpoint: E, call: Omit<Call<E>, 'accessToken'>): Promise<z.output<E['response']>>
  /** Ends it here, and at the service where that answers. */
  end(): Promise<void>
}

/** A token this close to its end is not sent any more. */
const spareMs = 20_000

/** After these the session is over, whatever this device believes. */
const ended: ReadonlySet<string> = new Set(['TOKEN_INVALID', 'TOKEN_REUSED', 'DEVICE_REVOKED'])

export function createSession(
  http: Http,
  store: LoginStore,
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>,
): Session {
  let access: { readonly token: string; readonly until: number } | undefined

  const begin: Session['begin'] = ({ userId, accessToken, accessExpiresIn, refreshToken }) => {
    access = { token: accessToken, until: performance.now() + accessExpiresIn * 1000 - spareMs }
    store.write('session', { userId, refreshToken })
  }
  const forget = () => {
    access = undefined
    store.remove('session')
  }
  const refresh = () =>
    alone('session', async () => {
      // Another tab may have been here meanwhile: its token is the newest.
      const kept = store.read('session')
      if (!kept) throw new ServiceRefusal('TOKEN_INVALID')
      begin(await http(walletEndpoints.tokenRefresh, { request: { refreshToken: kept.refreshToken } }))
    })
  const forgetWhenEnded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof ServiceRefusal && ended.has(error.code)) forget()
      throw error
    })

  return {
    userId: () => store.read('session')?.userId,
    begin,
    call: (endpoint, call) =>
      forgetWhenEnded(
        (async () => {
          if (!access || access.until < performance.now()) await refresh()
          try {
            return await http(endpoint, { ...call, accessToken: access?.token })
          } catch (error) {
            if (!(error instanceof ServiceRefusal) || error.code !== 'TOKEN_EXPIRED') throw error
            await refresh()
            return http(endpoint, { ...call, accessToken: access?.token })
          }
        })(),
      ),
    async end() {
      const token = access?.token
      if (token !== undefined) await http(walletEndpoints.signOut, { request: {}, accessToken: token }).catch(() => {}) // ended here all the same
      forget()
    },
  }
}
