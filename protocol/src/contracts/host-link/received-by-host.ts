/**
 * Host link, host page's side: the messages that the SDK receives from the modal frame. They are checked in the embedder's page.
 */
import * as z from 'zod/mini'
import { Caip2, Namespace } from '../../scalars/caip.ts'
import { AnyJson, Empty, Id, JsonArray, Link, Timestamp } from '../../scalars/values.ts'
import {
  Account,
  CloseReason,
  DeveloperWarning,
  ReconnectHints,
  Snapshot,
  TransactionId,
  TransactionStatus,
  UpperName,
  ViewName,
} from '../shapes/account.ts'
import { SignInSession, SignInSessions, SignInSubject } from '../shapes/sign-in.ts'

const Chain = z.strictObject({ chainId: Caip2 })
/** Becomes part of a URL. */
const Ticket = z.string().check(z.regex(/^[\w-]{43}$/))
const Sent = z.strictObject({ hash: TransactionId })

export const app = {
  requests: {
    LINK_OPEN: z.strictObject({ url: Link, target: z.enum(['blank', 'self']) }),
    UI_CLOSE: z.strictObject({ reason: CloseReason }),
    SAVE_HINTS: z.strictObject({ hints: ReconnectHints }),
    LOGIN_RETURN: Empty,
    LOGIN_LEAVE: z.strictObject({ ticket: Ticket }),
    SIWX_CREATE_MESSAGE: SignInSubject,
    SIWX_GET_SESSIONS: SignInSubject,
    SIWX_ADD_SESSION: SignInSession,
    SIWX_SET_SESSIONS: SignInSessions,
    SIWX_REVOKE_SESSION: SignInSubject,
    PING: Empty,
  },
  notifications: {
    STATE: Snapshot,
    EVENT: z.strictObject({
      name: UpperName,
      at: Timestamp,
      props: z.record(z.string(), AnyJson),
    }),
    WARNING: DeveloperWarning,
    TRANSACTION: z.strictObject({ network: Caip2, id: TransactionId, status: TransactionStatus }),
  },
  answers: {
    CONFIGURE: Empty,
    OPEN: z.strictObject({ view: ViewName }),
    CLOSE: z.strictObject({ closed: z.boolean() }),
    PLACE: Empty,
    CONNECT: z.strictObject({ account: Account }),
    DISCONNECT: z.strictObject({ namespaces: z.array(Namespace) }),
    SWITCH_NETWORK: Chain,
    SEND: Sent,
    SWAP: Sent,
    /** Absent if the provider names no transaction. */
    BUY: z.strictObject({ hash: z.optional(TransactionId) }),
    SIGN_IN: SignInSession,
    SIGN_OUT: Empty,
    LOGIN_RESUME: Empty,
    ADD_NETWORK: Empty,
    REMOVE_NETWORK: Empty,
    ADD_ADAPTER: Empty,
    REMOVE_ADAPTER: Empty,
    UPDATE_FEATURES: Empty,
    SYNC_THEME: Empty,
    SYNC_LOCALE: Empty,
    SYNC_DAPP_DATA: Empty,
    SYNC_HINTS: Empty,
    SYNC_LABELS: Empty,
    PING: Empty,
  },
} as const

export const injected = {
  requests: {
    /** `params` by method: `allowlist/injected.ts`. */
    WALLET_REQUEST: z.strictObject({ handle: Id, scope: Caip2, method: z.string(), params: JsonArray }),
    WALLETS_DISCOVER: Empty,
  },
  notifications: {},
  answers: {},
} as const

export const provider = {
  requests: {},
  notifications: {
    PROVIDER_EVENT: z.strictObject({
      namespace: Namespace,
      event: z.enum(['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message']),
      payload: AnyJson,
    }),
  },
  answers: {
    RPC_REQUEST: z.strictObject({ result: AnyJson }),
  },
} as const
