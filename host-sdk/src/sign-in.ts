/** The page's own sign-in functions, as the frame may call them. One lazy chunk, loaded with the first call. */
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import type { HostEnd } from '@airlock/protocol/contracts/host-link/types.ts'
import { toJson } from './dom.ts'
import type { SIWX, SIWXSession } from './types.ts'

type Names = Extract<keyof HostEnd['app']['handles'], `SIWX_${string}`>

/** The known fields: a server may add others, and may use `null` for absent ones. */
const known = ['accountAddress', 'chainId', 'uri', 'version', 'issuedAt', 'expirationTime', 'notBefore'] as const

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (Reflect.get(from, name) as unknown) ?? undefined]))

const parts = [
  'domain',
  'uri',
  'nonce',
  'version',
  'statement',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
] as const

/** Errors reach the frame as a failure without details; the frame validates results. */
export function serveSignIn(siwx: SIWX): Pick<Handlers<HostEnd['app']>, Names> {
  return {
    async SIWX_CREATE_MESSAGE(subject) {
      const made = await siwx.createMessage(subject)
      const isWhole = made.domain !== undefined && made.uri !== undefined && made.nonce !== undefined
      return toJson({ text: String(made), ...(isWhole ? { parts: pick(made, parts) } : {}) }) as never // as: the frame validates it
    },
    async SIWX_GET_SESSIONS({ chainId, accountAddress }) {
      const found = await siwx.getSessions(chainId, accountAddress)
      const sessions = found.slice(0, 16).map((session) => ({
        ...pick(session, ['message', 'signature', 'cacao']),
        data: pick(session.data, known),
      }))
      return toJson({ sessions }) as never // as above
    },
    async SIWX_ADD_SESSION(session) {
      await siwx.addSession(session as SIWXSession) // parsed; absent parts are absent
      return {}
    },
    async SIWX_SET_SESSIONS({ sessions }) {
      await siwx.setSessions(sessions as SIWXSession[]) // as above
      return {}
    },
    async SIWX_REVOKE_SESSION({ chainId, accountAddress }) {
      await siwx.revokeSession(chainId, accountAddress)
      return {}
    },
  }
}
