/**
 * State machine of an email login. The first state depends on the device key alone, never on whether the account
 * exists, so that logging in does not reveal which addresses have accounts.
 */
import type { FlowStatus, ResponseOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'

export type LoginState =
  /** The device key is not known for this address: the mailbox must approve it. */
  | 'AWAIT_APPROVAL'
  | 'AWAIT_CODE'
  | 'DENIED'
  /** This device key has a live session for this address. */
  | 'CONNECTED'
  /** The code was correct. */
  | 'DONE'

export type LoginAction = ResponseOf<WalletEndpoints, 'emailStart'>['action']

export const firstState = (device: { readonly isKnown: boolean; readonly isSignedIn: boolean }): LoginState =>
  device.isSignedIn ? 'CONNECTED' : device.isKnown ? 'AWAIT_CODE' : 'AWAIT_APPROVAL'

/** Allowed transitions. A state without an entry is final. */
export const steps = {
  approve: { from: 'AWAIT_APPROVAL', to: 'AWAIT_CODE' },
  deny: { from: 'AWAIT_APPROVAL', to: 'DENIED' },
  finish: { from: 'AWAIT_CODE', to: 'DONE' },
} as const satisfies Readonly<Record<string, { readonly from: LoginState; readonly to: LoginState }>>

type Seen = { readonly status: FlowStatus; readonly action: LoginAction }
const seen = {
  AWAIT_APPROVAL: { status: 'pending', action: 'VERIFY_DEVICE' },
  AWAIT_CODE: { status: 'approved', action: 'VERIFY_OTP' },
  DENIED: { status: 'denied', action: 'VERIFY_DEVICE' },
  CONNECTED: { status: 'approved', action: 'CONNECT' },
  DONE: { status: 'approved', action: 'CONNECT' },
} as const satisfies Readonly<Record<LoginState, Seen>>

/** State as reported to the client. */
export const seenAs = (state: LoginState): Seen => seen[state]

export const isLoginState = (text: string): text is LoginState => Object.hasOwn(seen, text)
