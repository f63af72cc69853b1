/**
 * Host link, modal frame's side: the messages that the modal receives from the host page (specification §2 and §4).
 */
import * as z from 'zod/mini'
import { limits } from '../../limits.ts'
import { Caip2, Namespace, namespaces } from '../../scalars/caip.ts'
import { AnyJson, Empty, HttpUrl, Id, text } from '../../scalars/values.ts'
import { ReconnectHints, TransactionId, ViewName } from '../shapes/account.ts'
import { Network } from '../shapes/network.ts'
import { DappData, Features, FrameOptions, SyncLocale, SyncTheme } from '../shapes/options.ts'
import { SignInMessage, SignInSessions } from '../shapes/sign-in.ts'
import { InjectedWallets } from '../shapes/wallets.ts'

const Word = z.optional(text(255))
/** Fields of every form that a page may prefill. */
const filled = { amount: z.optional(text(128)), chainId: z.optional(Caip2) }

export const app = {
  requests: {
    CONFIGURE: z.strictObject({
      options: FrameOptions,
      hints: ReconnectHints,
      theme: SyncTheme,
      locale: SyncLocale,
      dapp: DappData,
    }),
    OPEN: z.strictObject({
      view: z.optional(ViewName),
      namespace: z.optional(Namespace),
      /** Connector to start with. */
      connectorId: z.optional(Id),
    }),
    CLOSE: z.strictObject({ reason: z.enum(['host', 'escape', 'backdrop']) }),
    PLACE: z.strictObject({ inline: z.boolean() }),
    CONNECT: z.strictObject({ connectorId: z.optional(Id), namespace: z.optional(Namespace) }),
    DISCONNECT: z.strictObject({ namespace: z.optional(Namespace) }),
    SWITCH_NETWORK: z.strictObject({ chainId: Caip2 }),
    /** These three are validated further by their flows, which load when needed: `shapes/{send,swap,buy}.ts`. */
    SEND: z.strictObject({ ...filled, to: Word, token: Word }),
    SWAP: z.strictObject({ ...filled, from: Word, to: Word }),
    BUY: z.strictObject({ ...filled, currency: Word, asset: Word }),
    SIGN_IN: Empty,
    SIGN_OUT: Empty,
    /** `uri`: the page's URL with the result of a social login by full-page redirect. */
    LOGIN_RESUME: z.strictObject({ uri: HttpUrl }),
    ADD_NETWORK: z.strictObject({ network: Network }),
    REMOVE_NETWORK: z.strictObject({ chainId: Caip2 }),
    /** New networks of the adapter's namespace. */
    ADD_ADAPTER: z.strictObject({ networks: z.array(Network).check(z.maxLength(limits.networks)) }),
    REMOVE_ADAPTER: z.strictObject({ namespaces: z.array(Namespace).check(z.maxLength(namespaces.length)) }),
    UPDATE_FEATURES: z.strictObject({ features: Features }),
    SYNC_THEME: SyncTheme,
    SYNC_LOCALE: SyncLocale,
    SYNC_DAPP_DATA: DappData,
    SYNC_HINTS: z.strictObject({ hints: ReconnectHints }),
    /** Validated further by its flow, which loads when needed: `shapes/labels.ts`. */
    SYNC_LABELS: z.strictObject({ labels: AnyJson }),
    PING: Empty,
  },
  notifications: {},
  answers: {
    LINK_OPEN: z.strictObject({ opened: z.boolean() }),
    UI_CLOSE: Empty,
    SAVE_HINTS: z.strictObject({ persistence: z.enum(['local', 'memory']) }),
    LOGIN_RETURN: z.strictObject({ url: HttpUrl }),
    LOGIN_LEAVE: Empty,
    SIWX_CREATE_MESSAGE: SignInMessage,
    SIWX_GET_SESSIONS: SignInSessions,
    SIWX_ADD_SESSION: Empty,
    SIWX_SET_SESSIONS: Empty,
    SIWX_REVOKE_SESSION: Empty,
    PING: Empty,
  },
} as const

export const injected = {
  requests: {},
  notifications: {
    WALLETS: InjectedWallets,
    WALLET_EVENT: z.strictObject({
      handle: Id,
      event: z.enum(['accountsChanged', 'chainChanged', 'connect', 'disconnect']),
      payload: AnyJson,
    }),
  },
  answers: {
    WALLET_REQUEST: z.strictObject({ result: AnyJson }),
    WALLETS_DISCOVER: InjectedWallets,
  },
} as const

export const provider = {
  requests: {
    RPC_REQUEST: z.strictObject({ scope: Caip2, method: text(64), params: z.optional(AnyJson) }),
  },
  notifications: {
    TRANSACTION_SENT: z.strictObject({ scope: Caip2, id: TransactionId }),
  },
  answers: {},
} as const
