/** AppKit's object for sign-in by a signed message. It is often an instance of a class, so its functions are called with their `this`. */
import type { SIWX } from '@airlock/host-sdk'

export interface SIWXConfig extends Omit<SIWX, 'required'> {
  getRequired?: () => boolean
  /** As `createSiwx` of `@airlock/host-sdk/siwx` writes it. */
  required?: boolean
}

export function toSiwx(config: SIWXConfig): SIWX {
  return {
    required: config.getRequired?.() ?? config.required ?? true,
    ...(config.signOutOnDisconnect === false && { signOutOnDisconnect: false }),
    createMessage: (subject) => config.createMessage(subject),
    getSessions: (chainId, address) => config.getSessions(chainId, address),
    addSession: (session) => config.addSession(session),
    setSessions: (sessions) => config.setSessions(sessions),
    revokeSession: (chainId, address) => config.revokeSession(chainId, address),
  }
}
