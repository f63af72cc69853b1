/** Meaning and effect of each refusal reason on a channel. `noRefusal` explains why the other error codes are never a refusal. */
import type { ErrorCode } from '../../protocol/src/errors.ts'

export type Effect = 'strike' | 'closes' | 'counted'

export const refusals = {
  FLOOD: [
    'closes',
    'More messages or more units than the budgets allow, or requests sent faster than their answers can leave.',
  ],
  TOO_LARGE: ['closes', 'More values or a larger size than the type allows.'],
  UNKNOWN_TYPE: ['closes', 'Neither end of this port knows the type.'],
  PROTOCOL_VIOLATION: ['closes', 'One strike too many.'],
  UNREADABLE: ['counted', 'The browser could not deserialise the message; the third one closes the port.'],
  TOO_DEEP: ['strike', 'Nested too deeply.'],
  BAD_SHAPE: [
    'strike',
    'The message carried ports, or pre-walk, envelope or payload schema refused it. A request with a valid id is answered with this error; if it was an answer, its call is rejected with it.',
  ],
  STALE_EPOCH: ['strike', 'Another session’s epoch.'],
  WRONG_DIRECTION: ['strike', 'A message that the receiver itself sends.'],
  DUPLICATE_ID: ['strike', 'A request id that is in flight, or one of the last 4096.'],
  UNKNOWN_ID: [
    'strike',
    'An answer or PROGRESS for a call that was never made. An answer to a call that has settled (among the last 4096) is counted without a strike, and such a PROGRESS is ignored.',
  ],
  TYPE_MISMATCH: ['strike', 'The answer names another type than the call; the call is rejected.'],
  BUSY: ['counted', 'More requests in flight than allowed; answered with this error.'],
  INTERNAL: ['counted', 'The receiver’s own listener failed.'],
} as const satisfies Partial<Record<ErrorCode, readonly [Effect, string]>>

/** The error codes that are never a refusal on a channel, grouped by the reason why. */
export const noRefusal: readonly [why: string, codes: readonly ErrorCode[]][] = [
  [
    'answers of a user, a wallet or a network; they are sent inside `X_ERROR`',
    [
      'USER_REJECTED',
      'USER_CLOSED',
      'UNAUTHORIZED',
      'METHOD_NOT_ALLOWED',
      'DISCONNECTED',
      'CHAIN_DISCONNECTED',
      'CHAIN_NOT_SUPPORTED',
      'REQUEST_PENDING',
      'WALLET_NOT_FOUND',
      'WALLET_FAILED',
      'NOT_AVAILABLE',
      'NETWORK',
      'STORAGE_BLOCKED',
    ],
  ],
  [
    'pairing with a remote wallet',
    ['PAIRING_EXPIRED', 'RELAY_UNREACHABLE', 'ORIGIN_NOT_ALLOWED', 'INVALID_PROJECT_ID', 'CLOCK_WRONG'],
  ],
  ['approvals of the embedded wallet', ['POPUP_SEVERED']],
  ['rules of the host page for links', ['BAD_URL', 'NEEDS_CLICK']],
  [
    'results of an own call, not of a received message',
    ['SEND_FAILED', 'TIMEOUT', 'ABORTED', 'PEER_GONE', 'DESTROYED'],
  ],
  [
    'booting the frame, before any channel exists',
    [
      'FRAME_URL_REQUIRED',
      'BLOCKED_BY_HOST_POLICY',
      'BROWSER_TOO_OLD',
      'FRAME_REFUSED',
      'FRAME_TIMEOUT',
      'VERSION_UNSUPPORTED',
      'HOST_OPAQUE_ORIGIN',
      'SAME_ORIGIN_FRAME',
      'HOST_IS_FRAMED',
      'INVALID_OPTIONS',
    ],
  ],
]
