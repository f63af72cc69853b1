/** Where sessions are stored: in the browser, in memory, or on the page's own server. */
import type { CaipNetworkId, SIWXSession } from '@airlock/host-sdk'
import { SignInSessions } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import { readMessage } from '@airlock/protocol/read.ts'
import { Failure, NonceAnswer } from '@airlock/protocol/sign-in/server.ts'
import { isOther } from './check.ts'
import { isSiwxErrorCode, SiwxError } from './error.ts'

export interface SiwxStorage {
  /**
   * Returns the nonce of the next message. A storage with this function is a server: it verifies each session, and throws to refuse it. For
   * any other storage, the page creates the nonces and verifies.
   */
  nonce?: () => Promise<string>
  get: (chainId: CaipNetworkId, accountAddress: string) => Promise<readonly SIWXSession[]>
  /** Replaces the session of the same account and network. */
  add: (session: SIWXSession) => Promise<void>
  /** Replaces all sessions. */
  set: (sessions: readonly SIWXSession[]) => Promise<void>
  delete: (chainId: CaipNetworkId, accountAddress: string) => Promise<void>
}

const mostSessions = 16

/** @param read returns the stored sessions @param write stores them */
function listStorage(
  read: () => readonly SIWXSession[],
  write: (sessions: readonly SIWXSession[]) => void,
): SiwxStorage {
  const without = (chainId: CaipNetworkId, address: string) => read().filter(isOther(chainId, address))
  return {
    get: async (chainId, address) => read().filter((session) => !isOther(chainId, address)(session)),
    add: async (session) =>
      write([...without(session.data.chainId, session.data.accountAddress), session].slice(-mostSessions)),
    set: async (sessions) => write(sessions.slice(-mostSessions)),
    delete: async (chainId, address) => write(without(chainId, address)),
  }
}

/** Sessions are lost when the page is unloaded. */
export function memoryStorage(): SiwxStorage {
  let kept: readonly SIWXSession[] = []
  return listStorage(
    () => kept,
    (sessions) => {
      kept = sessions
    },
  )
}

/** Sessions survive a reload and are shared by all tabs of the page. If the browser has no storage, they are kept in memory. */
export function browserStorage(key = '@airlock/siwx'): SiwxStorage {
  let kept: readonly SIWXSession[] = []
  return listStorage(
    () => {
      try {
        const written: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
        // Any script of the page may write there.
        return (readMessage(SignInSessions, { sessions: written })?.sessions ?? []) as readonly SIWXSession[] // parsed; absent parts are absent
      } catch {
        return kept
      }
    },
    (sessions) => {
      kept = sessions
      try {
        localStorage.setItem(key, JSON.stringify(sessions))
      } catch {
        // Storage is blocked or full: kept in memory.
      }
    },
  )
}

export interface ServerStorageOptions {
  /** URL of the sign-in server (`createSiwxServer`). Default: `/siwx` on the origin of the page. */
  url?: string
}

/** Sessions are verified and stored by the page's own server (`@airlock/host-sdk/siwx/server`), in a cookie. */
export function serverStorage({ url = '/siwx' }: ServerStorageOptions = {}): SiwxStorage {
  const base = url.replace(/\/$/, '')
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    let response: Response
    let answer: unknown
    try {
      response = await fetch(`${base}${path}`, {
        method,
        credentials: 'include',
        cache: 'no-store',
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      answer = await response.json()
    } catch (cause) {
      throw new SiwxError('SERVER_UNREACHABLE', { cause })
    }
    if (response.ok) return answer
    const failure = readMessage(Failure, answer)
    if (!failure || !isSiwxErrorCode(failure.code)) throw new SiwxError('SERVER_UNREACHABLE')
    throw new SiwxError(failure.code, { message: failure.message })
  }
  const of = (chainId: string, accountAddress: string) =>
    `/sessions?${new URLSearchParams({ chainId, accountAddress })}`
  return {
    async nonce() {
      const answer = readMessage(NonceAnswer, await ask('POST', '/nonce'))
      if (!answer) throw new SiwxError('SERVER_UNREACHABLE')
      return answer.nonce
    },
    async get(chainId, accountAddress) {
      const answer = readMessage(SignInSessions, await ask('GET', of(chainId, accountAddress)))
      if (!answer) throw new SiwxError('SERVER_UNREACHABLE')
      return answer.sessions as readonly SIWXSession[] // parsed; absent parts are absent
    },
    add: async (session) => void (await ask('POST', '/sessions', { sessions: [session] })),
    set: async (sessions) => void (await ask('PUT', '/sessions', { sessions })),
    delete: async (chainId, accountAddress) => void (await ask('DELETE', of(chainId, accountAddress))),
  }
}
