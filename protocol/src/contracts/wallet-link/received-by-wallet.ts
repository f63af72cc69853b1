/** Wallet link, wallet frame's side: the app events of the embedded wallet (specification §7). */
import * as z from 'zod/mini'
import { Caip2 } from '../../scalars/caip.ts'
import { AnyJson, Email, Empty, HttpUrl, Id, KeptKey, Name, text } from '../../scalars/values.ts'
import { DappData, SyncTheme, WalletLocale } from '../shapes/options.ts'

const otp = z.string().check(z.regex(/^[0-9]{4,8}$/))

export const app = {
  requests: {
    SWITCH_NETWORK: z.strictObject({ chainId: Caip2 }),
    CONNECT_EMAIL: z.strictObject({ email: Email }),
    CONNECT_DEVICE: Empty,
    CONNECT_OTP: z.strictObject({ otp }),
    /** `uri`: the URL of the answered request, or after a full-page redirect the page's URL with the result. */
    CONNECT_SOCIAL: z.strictObject({
      uri: HttpUrl,
      /** The user knows that the address already has a wallet, and wants a separate one. */
      isSeparate: z.optional(z.literal(true)),
    }),
    GET_SOCIAL_REDIRECT_URI: z.strictObject({
      provider: Id,
      /** Created by the modal, which opens the window before this request is answered. */
      ticket: Id,
      /** For a full-page redirect: the page to return to, on the host's origin. */
      returnTo: z.optional(HttpUrl),
    }),
    /** Adds the completed social login to the signed-in account. */
    LINK_SOCIAL: Empty,
    GET_FARCASTER_URI: Empty,
    CONNECT_FARCASTER: Empty,
    GET_USER: z.strictObject({
      chainId: z.optional(Caip2),
      preferredAccountType: z.optional(z.enum(['eoa', 'smartAccount'])),
      /** If nobody is signed in, the user is asked to go on with what the wallet's own window has kept. */
      kept: z.optional(KeptKey),
    }),
    SIGN_OUT: Empty,
    IS_CONNECTED: Empty,
    GET_CHAIN_ID: Empty,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: Empty,
    INIT_SMART_ACCOUNT: Empty,
    SET_PREFERRED_ACCOUNT: z.strictObject({ type: z.enum(['eoa', 'smartAccount']) }),
    UPDATE_EMAIL: z.strictObject({ email: Email }),
    UPDATE_EMAIL_PRIMARY_OTP: z.strictObject({ otp }),
    UPDATE_EMAIL_SECONDARY_OTP: z.strictObject({ otp }),
    SYNC_THEME: SyncTheme,
    SYNC_LOCALE: WalletLocale,
    SYNC_DAPP_DATA: z.strictObject({
      projectId: text(64),
      metadata: z.optional(DappData),
      sdkVersion: z.optional(text(32)),
      sdkType: z.optional(text(32)),
    }),
    RELOAD: Empty,
    UI_FOCUS: z.strictObject({ from: z.enum(['before', 'after', 'open']) }),
    UI_SHOW: z.strictObject({ page: z.enum(['devices', 'recovery', 'logins']) }),
    /** The modal no longer shows the wallet: requests that are not yet being sent to a network are cancelled. */
    UI_HIDDEN: Empty,
    PING: Empty,
  },
  notifications: {},
  answers: {
    UI_RESIZE: z.strictObject({ height: z.int() }),
    UI_CLOSE: z.strictObject({ closed: z.boolean() }),
    PING: Empty,
  },
} as const

export const provider = {
  requests: {
    /** `params` by method: `allowlist/`. */
    RPC_REQUEST: z.strictObject({
      scope: Caip2,
      method: text(64),
      params: z.optional(AnyJson),
      name: z.optional(Name),
    }),
  },
  notifications: {},
  answers: {},
} as const
